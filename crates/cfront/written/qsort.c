void qsort(void *base, __SIZE_TYPE__ count, __SIZE_TYPE__ width, int (*compare)(const void *, const void *))
{
    if (count < 2 || width == 0)
        return;
    char spare[width];
    for (__SIZE_TYPE__ sorted = 1; sorted < count; sorted++) {
        for (__SIZE_TYPE__ at = sorted; at > 0; at--) {
            char *left = (char *)base + (at - 1) * width;
            char *right = left + width;
            if (compare(left, right) <= 0)
                break;
            __builtin_memcpy(spare, left, width);
            __builtin_memcpy(left, right, width);
            __builtin_memcpy(right, spare, width);
        }
    }
}
