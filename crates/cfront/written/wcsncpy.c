__WCHAR_TYPE__ *wcsncpy(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *text, __SIZE_TYPE__ size)
{
    __SIZE_TYPE__ at = 0;
    for (; at < size && text[at]; at++)
        target[at] = text[at];
    for (; at < size; at++)
        target[at] = 0;
    return target;
}
