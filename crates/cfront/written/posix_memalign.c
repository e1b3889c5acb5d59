int posix_memalign(void **result, __SIZE_TYPE__ alignment, __SIZE_TYPE__ size)
{
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return 22;
    *result = __builtin_malloc(size);
    return 0;
}
