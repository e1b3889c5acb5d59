void *memmem(const void *memory, __SIZE_TYPE__ size, const void *wanted, __SIZE_TYPE__ length)
{
    const unsigned char *bytes = memory, *sought = wanted;
    if (size < length)
        return (void *)0;
    for (__SIZE_TYPE__ start = 0; start <= size - length; start++) {
        __SIZE_TYPE__ at = 0;
        while (at < length && bytes[start + at] == sought[at])
            at++;
        if (at == length)
            return (void *)(bytes + start);
    }
    return (void *)0;
}
