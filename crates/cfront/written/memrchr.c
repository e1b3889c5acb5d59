void *memrchr(const void *memory, int wanted, __SIZE_TYPE__ size)
{
    const unsigned char *bytes = memory;
    while (size > 0)
        if (bytes[--size] == (unsigned char)wanted)
            return (void *)(bytes + size);
    return (void *)0;
}
