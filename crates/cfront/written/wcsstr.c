__WCHAR_TYPE__ *wcsstr(const __WCHAR_TYPE__ *text, const __WCHAR_TYPE__ *wanted)
{
    for (;; text++) {
        __SIZE_TYPE__ at = 0;
        while (wanted[at] && text[at] == wanted[at])
            at++;
        if (!wanted[at])
            return (__WCHAR_TYPE__ *)text;
        if (!text[at])
            return (__WCHAR_TYPE__ *)0;
    }
}
