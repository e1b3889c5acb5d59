int wcsncmp(const __WCHAR_TYPE__ *first, const __WCHAR_TYPE__ *second, __SIZE_TYPE__ most)
{
    for (; most > 0; most--) {
        if (*first != *second)
            return *first < *second ? -1 : 1;
        if (!*first)
            return 0;
        first++;
        second++;
    }
    return 0;
}
