unsigned int towlower(unsigned int character);

int wcsncasecmp(const __WCHAR_TYPE__ *first, const __WCHAR_TYPE__ *second, __SIZE_TYPE__ size)
{
    for (; size > 0; first++, second++, size--) {
        if (*first != *second) {
            unsigned int one = towlower((unsigned int)*first), two = towlower((unsigned int)*second);
            if (one != two)
                return one < two ? -1 : 1;
        }
        if (!*first)
            return 0;
    }
    return 0;
}
