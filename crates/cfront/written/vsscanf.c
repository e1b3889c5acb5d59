const char *__raddle_set_end(const char *set);
const char *__raddle_scan_space(const char *at);
const char *__raddle_scan_integer(const char *at, int base, int is_signed, int width, unsigned long long limit, unsigned long long *result);
const char *__raddle_scan_float(const char *at, int width);
void __raddle_store_any_float(int longs, void *target);
const char *__raddle_scan_text(const char *at, char conversion, const char *set, int width, char *target);
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
            at = __raddle_scan_space(at);
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
        if (character != 'c' && character != '[')
            at = __raddle_scan_space(at);
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
            if (character == '[')
                format = __raddle_set_end(format);
            const char *next = __raddle_scan_text(at, character, set, character == 'c' && width == 0 ? 1 : width, target);
            is_over = next == at;
            if (!is_over)
                count += is_kept;
            at = next;
        } else if (character == 'd' || character == 'i' || character == 'u' || character == 'o' || character == 'x' || character == 'X') {
            int base = character == 'o' ? 8 : character == 'x' || character == 'X' ? 16 : character == 'i' ? 0 : 10;
            int is_signed = character == 'd' || character == 'i';
            unsigned long long value = 0;
            const char *next = __raddle_scan_integer(at, base, is_signed, width, longs >= 2 ? ~0ull : ~0ul, &value);
            is_over = next == 0;
            if (!is_over) {
                at = next;
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
        } else if ((character | 0x20) == 'f' || (character | 0x20) == 'g' || (character | 0x20) == 'e' || (character | 0x20) == 'a') {
            at = __raddle_scan_float(at, width);
            is_over = at == 0;
            if (!is_over) {
                if (is_kept)
                    __raddle_store_any_float(longs, __builtin_va_arg(arguments, void *));
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
