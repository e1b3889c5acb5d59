__WCHAR_TYPE__ *wcpncpy(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *text, __SIZE_TYPE__ size)
{
    __SIZE_TYPE__ at = 0;
    for (; at < size && text[at]; at++)
        target[at] = text[at];
    for (__SIZE_TYPE__ rest = at; rest < size; rest++)
        target[rest] = 0;
    return target + at;
}
