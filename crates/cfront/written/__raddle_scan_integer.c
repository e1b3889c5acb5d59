int *__errno_location(void);
int __raddle_scan_sets_errno(void);

/* An integer of at most `width` characters (0: of any number). Returns what stands behind it, or null if there is none. A base of 0 is that
   of an integer in C. A number beyond `limit` becomes the limit, as in the C library of Linux; of a signed one, beyond half of it. Whether
   `errno` becomes ERANGE then depends there on what follows. */
const char *__raddle_scan_integer(const char *at, int base, int is_signed, int width, unsigned long long limit, unsigned long long *result)
{
    int is_negative = 0, digits = 0, left = width ? width : 2147483647;
    unsigned long long value = 0;
    _Bool is_large = 0;
    if (*at == '+' || *at == '-') {
        is_negative = *at == '-';
        at++;
        left--;
    }
    if (left > 0 && *at == '0' && (base == 0 || base == 16)) {
        digits++;
        at++;
        left--;
        if (left > 0 && (*at == 'x' || *at == 'X')) {
            base = 16;
            at++;
            left--;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    if (is_signed)
        limit = limit / 2 + (unsigned long long)is_negative;
    for (; left > 0; left--) {
        int digit;
        if (*at >= '0' && *at <= '9')
            digit = *at - '0';
        else if (*at >= 'a' && *at <= 'f')
            digit = *at - 'a' + 10;
        else if (*at >= 'A' && *at <= 'F')
            digit = *at - 'A' + 10;
        else
            break;
        if (digit >= base)
            break;
        if (value > (limit - (unsigned long long)digit) / (unsigned long long)base)
            is_large = 1;
        else
            value = value * (unsigned long long)base + (unsigned long long)digit;
        digits++;
        at++;
    }
    if (digits == 0)
        return 0;
    if (is_large) {
        value = limit;
        if (__raddle_scan_sets_errno())
            *__errno_location() = 34;
    }
    if (is_negative && (is_signed || !is_large))
        value = 0ull - value;
    *result = value;
    return at;
}
