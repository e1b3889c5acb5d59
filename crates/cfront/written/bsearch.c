void *bsearch(const void *key, const void *base, __SIZE_TYPE__ count, __SIZE_TYPE__ width,
              int (*compare)(const void *, const void *))
{
    const char *first = base;
    while (count > 0) {
        const char *middle = first + count / 2 * width;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            first = middle + width;
            count--;
        }
        count /= 2;
    }
    return (void *)0;
}
