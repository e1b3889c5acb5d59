/* What stands behind a floating-point number of at most `width` characters (0: of any number), or null if there is none. As the C library of
   Linux reads it: the start of a number that does not become one is an error, but for a missing exponent. */
const char *__raddle_scan_float(const char *at, int width)
{
    int left = width ? width : 2147483647;
    if (*at == '+' || *at == '-') {
        at++;
        left--;
    }
    if (left > 0 && ((*at | 0x20) == 'n' || (*at | 0x20) == 'i')) {
        const char *word = (*at | 0x20) == 'n' ? "nan" : "infinity";
        int same = 0;
        while (word[same] != 0 && same < left && (at[same] | 0x20) == word[same])
            same++;
        int is_whole = word[same] == 0;
        /* A longer start of "infinity" than "inf" must be all of it. */
        if (!is_whole && !(same == 3 && (same == left || (at[3] | 0x20) != 'i')))
            return 0;
        return at + same;
    }
    int is_hexadecimal = 0, digits = 0, has_point = 0, has_power = 0, is_behind_power = 0;
    if (left > 0 && *at == '0') {
        digits++;
        at++;
        left--;
        if (left > 0 && (*at | 0x20) == 'x') {
            is_hexadecimal = 1;
            digits = 0;
            at++;
            left--;
        }
    }
    const char *first = at;
    for (; left > 0; left--) {
        char letter = *at | 0x20;
        int was_behind_power = is_behind_power;
        is_behind_power = 0;
        if (*at >= '0' && *at <= '9')
            digits++;
        else if (!has_power && is_hexadecimal && letter >= 'a' && letter <= 'f')
            digits++;
        else if (was_behind_power && (*at == '+' || *at == '-'))
            ;
        else if (digits > 0 && !has_power && letter == (is_hexadecimal ? 'p' : 'e'))
            has_power = has_point = is_behind_power = 1;
        else if (*at == '.' && !has_point)
            has_point = 1;
        else
            break;
        at++;
    }
    if (digits == 0 && (at == first || !is_hexadecimal))
        return 0;
    return at;
}
