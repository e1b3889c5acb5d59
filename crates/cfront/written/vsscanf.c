const char *__raddle_set_end(const char *set);
int __raddle_is_in_set(const char *set, char character);
/* No model and no body: a conversion that is not known gets no answer instead of a wrong one. */
void __raddle_input_without_model(void);

/* Input by a format (C11 7.21.6.2), as the C library of Linux has it where C leaves something open: numbers that are too large become the
   greatest `long` or `unsigned long`, and then what is left of it in the target. */
int vsscanf(const char *text, const char *format, __builtin_va_list list)
{
    const char *at = text;
    int count = 0, is_over = 0;
    __builtin_va_list arguments;
    __builtin_va_copy(arguments, list);
    while (*format != 0 && !is_over) {
        char character = *format++;
        if (character == ' ' || (character >= '\t' && character <= '\r')) {
            while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
                at++;
            continue;
        }
        if (character != '%') {
            if (*at != character) {
                if (*at == 0 && count == 0)
                    count = -1;
                break;
            }
            at++;
            continue;
        }
        int is_kept = 1, width = 0, longs = 0, shorts = 0;
        character = *format++;
        if (character == '*') {
            is_kept = 0;
            character = *format++;
        }
        while (character >= '0' && character <= '9') {
            width = width * 10 + (character - '0');
            character = *format++;
        }
        for (;; character = *format++) {
            if (character == 'h')
                shorts++;
            else if (character == 'l')
                longs++;
            else if (character == 'q' || character == 'j' || character == 'L')
                longs = 2;
            else if (character == 'z' || character == 't')
                longs = sizeof(__SIZE_TYPE__) == sizeof(int) ? 0 : 1;
            else
                break;
        }
        if (character == 'n') {
            long long read = at - text;
            if (is_kept) {
                if (longs >= 2)
                    *__builtin_va_arg(arguments, long long *) = read;
                else if (longs == 1)
                    *__builtin_va_arg(arguments, long *) = (long)read;
                else if (shorts >= 2)
                    *__builtin_va_arg(arguments, signed char *) = (signed char)read;
                else if (shorts == 1)
                    *__builtin_va_arg(arguments, short *) = (short)read;
                else
                    *__builtin_va_arg(arguments, int *) = (int)read;
            }
            continue;
        }
        if (character != 'c' && character != '[') {
            while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
                at++;
        }
        if (character == '%') {
            if (*at != '%') {
                if (*at == 0 && count == 0)
                    count = -1;
                break;
            }
            at++;
            continue;
        }
        if (*at == 0) {
            if (count == 0)
                count = -1;
            break;
        }
        if ((character == 's' || character == 'c' || character == '[') && longs == 0) {
            char *target = is_kept ? __builtin_va_arg(arguments, char *) : 0;
            const char *set = format;
            int length = 0;
            if (character == '[')
                format = __raddle_set_end(format);
            if (character == 'c' && width == 0)
                width = 1;
            while (*at != 0 && (width == 0 || length < width)) {
                if (character == 's' && (*at == ' ' || (*at >= '\t' && *at <= '\r')))
                    break;
                if (character == '[' && !__raddle_is_in_set(set, *at))
                    break;
                if (target)
                    target[length] = *at;
                length++;
                at++;
            }
            if (length == 0) {
                is_over = 1;
            } else {
                if (target && character != 'c')
                    target[length] = 0;
                count += is_kept;
            }
        } else if (character == 'd' || character == 'i' || character == 'u' || character == 'o' || character == 'x' || character == 'X') {
            int base = character == 'o' ? 8 : character == 'x' || character == 'X' ? 16 : character == 'i' ? 0 : 10;
            int is_signed = character == 'd' || character == 'i', is_negative = 0, digits = 0, left = width ? width : 2147483647;
            unsigned long long value = 0, limit = longs >= 2 ? ~0ull : ~0ul;
            _Bool is_large = 0;
            if (left > 0 && (*at == '+' || *at == '-')) {
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
            if (is_large)
                value = limit;
            if (digits == 0) {
                is_over = 1;
            } else {
                if (is_negative && (is_signed || !is_large))
                    value = 0ull - value;
                if (is_kept) {
                    if (longs >= 2)
                        *__builtin_va_arg(arguments, unsigned long long *) = value;
                    else if (longs == 1)
                        *__builtin_va_arg(arguments, unsigned long *) = (unsigned long)value;
                    else if (shorts >= 2)
                        *__builtin_va_arg(arguments, unsigned char *) = (unsigned char)value;
                    else if (shorts == 1)
                        *__builtin_va_arg(arguments, unsigned short *) = (unsigned short)value;
                    else
                        *__builtin_va_arg(arguments, unsigned int *) = (unsigned int)value;
                }
                count += is_kept;
            }
        } else {
            __raddle_input_without_model();
            is_over = 1;
        }
    }
    __builtin_va_end(arguments);
    return count;
}
