void *lfind(const void *key, const void *base, __SIZE_TYPE__ *count, __SIZE_TYPE__ width,
            int (*compare)(const void *, const void *))
{
    const char *at = base;
    for (__SIZE_TYPE__ left = *count; left > 0; left--, at += width)
        if (compare(key, at) == 0)
            return (void *)at;
    return (void *)0;
}
