__WCHAR_TYPE__ *wmemmove(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *from, __SIZE_TYPE__ count)
{
    return __builtin_memmove(target, from, count * sizeof(__WCHAR_TYPE__));
}
