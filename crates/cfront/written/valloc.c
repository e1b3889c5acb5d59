void *valloc(__SIZE_TYPE__ size)
{
    return __builtin_malloc(size);
}
