int __raddle_equal_elements_change_places(void);
int __raddle_further_comparison(void);
__SIZE_TYPE__ __raddle_element_of_further_comparison(__SIZE_TYPE__ last);

void qsort_r(void *base, __SIZE_TYPE__ count, __SIZE_TYPE__ width, int (*compare)(const void *, const void *, void *),
             void *argument)
{
    if (count < 2 || width == 0)
        return;
    char spare[width];
    /* It may write each element, also one that stays where it is. */
    for (__SIZE_TYPE__ at = 0; at < count; at++) {
        __builtin_memcpy(spare, (char *)base + at * width, width);
        __builtin_memcpy((char *)base + at * width, spare, width);
    }
    /* Which elements it compares, and how often, is open, too. */
    if (__raddle_further_comparison()) {
        __SIZE_TYPE__ one = __raddle_element_of_further_comparison(count - 1);
        __SIZE_TYPE__ other = __raddle_element_of_further_comparison(count - 1);
        if (one != other)
            compare((char *)base + one * width, (char *)base + other * width, argument);
    }
    for (__SIZE_TYPE__ sorted = 1; sorted < count; sorted++) {
        for (__SIZE_TYPE__ at = sorted; at > 0; at--) {
            char *left = (char *)base + (at - 1) * width;
            char *right = left + width;
            int order = compare(left, right, argument);
            /* The order of equal elements is open (C11 7.22.5.2). */
            if (order < 0 || (order == 0 && !__raddle_equal_elements_change_places()))
                break;
            __builtin_memcpy(spare, left, width);
            __builtin_memcpy(left, right, width);
            __builtin_memcpy(right, spare, width);
        }
    }
}
