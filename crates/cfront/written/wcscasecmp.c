unsigned int towlower(unsigned int character);

int wcscasecmp(const __WCHAR_TYPE__ *first, const __WCHAR_TYPE__ *second)
{
    for (;; first++, second++) {
        if (*first != *second) {
            unsigned int one = towlower((unsigned int)*first), two = towlower((unsigned int)*second);
            if (one != two)
                return one < two ? -1 : 1;
        }
        if (!*first)
            return 0;
    }
}
