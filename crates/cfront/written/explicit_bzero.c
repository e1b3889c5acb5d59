void explicit_bzero(void *memory, __SIZE_TYPE__ size)
{
    __builtin_memset(memory, 0, size);
}
