int bcmp(const void *first, const void *second, __SIZE_TYPE__ size)
{
    return __builtin_memcmp(first, second, size) != 0;
}
