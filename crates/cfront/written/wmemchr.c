__WCHAR_TYPE__ *wmemchr(const __WCHAR_TYPE__ *memory, __WCHAR_TYPE__ wanted, __SIZE_TYPE__ count)
{
    for (; count > 0; count--, memory++)
        if (*memory == wanted)
            return (__WCHAR_TYPE__ *)memory;
    return (__WCHAR_TYPE__ *)0;
}
