/* The digits at *text, as C11 7.22.1.4 reads them after space and sign; stays below the limit, above which *overflowed is set. */
unsigned long long __raddle_digits(const char **text, int base, unsigned long long limit, int *count, int *overflowed)
{
    unsigned long long value = 0;
    const char *at = *text;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        char next = at[2];
        if ((next >= '0' && next <= '9') || (next >= 'a' && next <= 'f') || (next >= 'A' && next <= 'F')) {
            at += 2;
            base = 16;
        }
    }
    if (base == 0)
        base = at[0] == '0' ? 8 : 10;
    for (;; at++) {
        int digit;
        if (*at >= '0' && *at <= '9')
            digit = *at - '0';
        else if (*at >= 'a' && *at <= 'z')
            digit = *at - 'a' + 10;
        else if (*at >= 'A' && *at <= 'Z')
            digit = *at - 'A' + 10;
        else
            break;
        if (digit >= base)
            break;
        ++*count;
        if (value > (limit - (unsigned)digit) / (unsigned)base)
            *overflowed = 1;
        else
            value = value * (unsigned)base + (unsigned)digit;
    }
    *text = at;
    return value;
}
