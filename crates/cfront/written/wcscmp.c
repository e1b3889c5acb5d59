int wcscmp(const __WCHAR_TYPE__ *first, const __WCHAR_TYPE__ *second)
{
    while (*first == *second && *first) {
        first++;
        second++;
    }
    return *first < *second ? -1 : *first > *second;
}
