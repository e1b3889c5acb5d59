__WCHAR_TYPE__ *wmemset(__WCHAR_TYPE__ *memory, __WCHAR_TYPE__ character, __SIZE_TYPE__ count)
{
    for (__SIZE_TYPE__ at = 0; at < count; at++)
        memory[at] = character;
    return memory;
}
