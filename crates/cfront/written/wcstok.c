__SIZE_TYPE__ wcsspn(const __WCHAR_TYPE__ *text, const __WCHAR_TYPE__ *accepted);
__SIZE_TYPE__ wcscspn(const __WCHAR_TYPE__ *text, const __WCHAR_TYPE__ *rejected);

__WCHAR_TYPE__ *wcstok(__WCHAR_TYPE__ *text, const __WCHAR_TYPE__ *delimiters, __WCHAR_TYPE__ **rest)
{
    if (!text)
        text = *rest;
    if (!text)
        return (__WCHAR_TYPE__ *)0;
    text += wcsspn(text, delimiters);
    if (!*text) {
        *rest = (__WCHAR_TYPE__ *)0;
        return (__WCHAR_TYPE__ *)0;
    }
    __WCHAR_TYPE__ *end = text + wcscspn(text, delimiters);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = (__WCHAR_TYPE__ *)0;
    }
    return text;
}
