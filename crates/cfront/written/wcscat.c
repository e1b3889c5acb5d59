__WCHAR_TYPE__ *wcscat(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *text)
{
    __WCHAR_TYPE__ *end = target;
    while (*end)
        end++;
    do
        *end++ = *text;
    while (*text++);
    return target;
}
