__WCHAR_TYPE__ *wcschrnul(const __WCHAR_TYPE__ *text, __WCHAR_TYPE__ character)
{
    while (*text && *text != character)
        text++;
    return (__WCHAR_TYPE__ *)text;
}
