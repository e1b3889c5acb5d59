void *lfind(const void *key, const void *base, __SIZE_TYPE__ *count, __SIZE_TYPE__ width,
            int (*compare)(const void *, const void *));

void *lsearch(const void *key, void *base, __SIZE_TYPE__ *count, __SIZE_TYPE__ width,
              int (*compare)(const void *, const void *))
{
    void *found = lfind(key, base, count, width, compare);
    if (found)
        return found;
    return __builtin_memcpy((char *)base + (*count)++ * width, key, width);
}
