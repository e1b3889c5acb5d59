__WCHAR_TYPE__ *wcschr(const __WCHAR_TYPE__ *text, __WCHAR_TYPE__ wanted)
{
    for (;; text++) {
        if (*text == wanted)
            return (__WCHAR_TYPE__ *)text;
        if (!*text)
            return (__WCHAR_TYPE__ *)0;
    }
}
