int *__errno_location(void);
int __raddle_stores_no_end(void);
unsigned long long __raddle_digits(const char **text, int base, unsigned long long limit, int *count, int *overflowed);

long strtol(const char *text, char **end, int base)
{
    const char *at = text;
    int is_negative = 0, count = 0, overflowed = 0;
    long result = 0;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    if (*at == '+' || *at == '-')
        is_negative = *at++ == '-';
    if (base < 0 || base == 1 || base > 36) {
        /* Whether the end is stored is left open. */
        *__errno_location() = 22;
        if (__raddle_stores_no_end())
            end = (char **)0;
    } else {
        unsigned long long limit = (unsigned long long)__LONG_MAX__ + (unsigned)is_negative;
        unsigned long long value = __raddle_digits(&at, base, limit, &count, &overflowed);
        if (overflowed) {
            *__errno_location() = 34;
            value = limit;
        }
        if (!is_negative)
            result = (long)value;
        else if (value > 0)
            result = -(long)(value - 1) - 1;
    }
    if (end)
        *end = (char *)(count ? at : text);
    return result;
}
