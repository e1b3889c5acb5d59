int wcscmp(const __WCHAR_TYPE__ *first, const __WCHAR_TYPE__ *second);

/* In the C locale. */
int wcscoll(const __WCHAR_TYPE__ *first, const __WCHAR_TYPE__ *second)
{
    return wcscmp(first, second);
}
