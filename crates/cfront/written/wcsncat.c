__WCHAR_TYPE__ *wcsncat(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *text, __SIZE_TYPE__ most)
{
    __WCHAR_TYPE__ *end = target;
    while (*end)
        end++;
    while (most-- > 0 && *text)
        *end++ = *text++;
    *end = 0;
    return target;
}
