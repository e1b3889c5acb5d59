int wmemcmp(const __WCHAR_TYPE__ *first, const __WCHAR_TYPE__ *second, __SIZE_TYPE__ count)
{
    for (; count > 0; count--, first++, second++)
        if (*first != *second)
            return *first < *second ? -1 : 1;
    return 0;
}
