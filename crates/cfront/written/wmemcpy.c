__WCHAR_TYPE__ *wmemcpy(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *from, __SIZE_TYPE__ count)
{
    return __builtin_memcpy(target, from, count * sizeof(__WCHAR_TYPE__));
}
