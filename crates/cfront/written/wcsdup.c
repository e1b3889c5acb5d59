__SIZE_TYPE__ wcslen(const __WCHAR_TYPE__ *text);

__WCHAR_TYPE__ *wcsdup(const __WCHAR_TYPE__ *text)
{
    __SIZE_TYPE__ size = (wcslen(text) + 1) * sizeof(__WCHAR_TYPE__);
    __WCHAR_TYPE__ *copy = __builtin_malloc(size);
    if (copy)
        __builtin_memcpy(copy, text, size);
    return copy;
}
