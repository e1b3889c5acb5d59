__SIZE_TYPE__ wcscspn(const __WCHAR_TYPE__ *text, const __WCHAR_TYPE__ *set);

__WCHAR_TYPE__ *wcspbrk(const __WCHAR_TYPE__ *text, const __WCHAR_TYPE__ *set)
{
    text += wcscspn(text, set);
    return *text ? (__WCHAR_TYPE__ *)text : (__WCHAR_TYPE__ *)0;
}
