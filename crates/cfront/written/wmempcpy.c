__WCHAR_TYPE__ *wmempcpy(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *from, __SIZE_TYPE__ size)
{
    return (__WCHAR_TYPE__ *)__builtin_memcpy(target, from, size * sizeof(__WCHAR_TYPE__)) + size;
}
