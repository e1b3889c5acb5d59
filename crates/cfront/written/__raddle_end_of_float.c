/* Where a floating-point number in a text ends (C11 7.22.1.3): `text` if there is none. */
const char *__raddle_end_of_float(const char *text)
{
    const char *at = text;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    if (*at == '+' || *at == '-')
        at++;
    if ((*at | 0x20) == 'i' && (at[1] | 0x20) == 'n' && (at[2] | 0x20) == 'f') {
        static const char rest[] = "inity";
        int same = 0;
        while (same < 5 && (at[3 + same] | 0x20) == rest[same])
            same++;
        return at + (same == 5 ? 8 : 3);
    }
    if ((*at | 0x20) == 'n' && (at[1] | 0x20) == 'a' && (at[2] | 0x20) == 'n') {
        const char *behind = at + 3;
        if (*behind != '(')
            return behind;
        const char *inner = behind + 1;
        while ((*inner >= '0' && *inner <= '9') || ((*inner | 0x20) >= 'a' && (*inner | 0x20) <= 'z') || *inner == '_')
            inner++;
        return *inner == ')' ? inner + 1 : behind;
    }
    int is_hexadecimal = 0, digits = 0;
    const char *first = at;
    if (*at == '0' && (at[1] | 0x20) == 'x') {
        is_hexadecimal = 1;
        at += 2;
    }
    for (int has_point = 0;; at++) {
        char letter = *at | 0x20;
        if (*at == '.' && !has_point)
            has_point = 1;
        else if ((*at >= '0' && *at <= '9') || (is_hexadecimal && letter >= 'a' && letter <= 'f'))
            digits++;
        else
            break;
    }
    if (digits == 0)
        return is_hexadecimal ? first + 1 : text;
    if ((*at | 0x20) == (is_hexadecimal ? 'p' : 'e')) {
        const char *power = at + 1;
        if (*power == '+' || *power == '-')
            power++;
        if (*power >= '0' && *power <= '9') {
            while (*power >= '0' && *power <= '9')
                power++;
            at = power;
        }
    }
    return at;
}
