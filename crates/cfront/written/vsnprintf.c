void __raddle_put(char *target, __SIZE_TYPE__ size, int *length, char character);
void __raddle_put_field(char *target, __SIZE_TYPE__ size, int *length, char sign, char letter, int zeros, const char *text,
                        int first, int end, int width, int is_left, char padding);
void __raddle_put_number(char *target, __SIZE_TYPE__ size, int *length, unsigned long long value, char sign,
                         char conversion, int is_alternative, int precision, int width, int is_left, int has_zeros);
void __raddle_put_any(char *target, __SIZE_TYPE__ size, int *length, int most, int width);
/* No model and no body: a conversion that is not known, or of a wide character, gets no answer instead of a wrong one. */
void __raddle_conversion_without_model(void);

int vsnprintf(char *target, __SIZE_TYPE__ size, const char *format, __builtin_va_list list)
{
    int length = 0;
    __builtin_va_list arguments;
    __builtin_va_copy(arguments, list);
    for (; *format; format++) {
        if (*format != '%') {
            __raddle_put(target, size, &length, *format);
            continue;
        }
        int is_left = 0, has_zeros = 0, is_alternative = 0, width = 0, precision = -1, longs = 0, shorts = 0;
        char plus = 0;
        for (format++;; format++) {
            if (*format == '-')
                is_left = 1;
            else if (*format == '0')
                has_zeros = 1;
            else if (*format == '#')
                is_alternative = 1;
            else if (*format == '+')
                plus = '+';
            else if (*format == ' ')
                plus = plus ? plus : ' ';
            else
                break;
        }
        if (*format == '*') {
            width = __builtin_va_arg(arguments, int);
            format++;
            if (width < 0) {
                is_left = 1;
                width = -width;
            }
        } else {
            for (; *format >= '0' && *format <= '9'; format++)
                width = width * 10 + (*format - '0');
        }
        if (*format == '.') {
            precision = 0;
            if (*++format == '*') {
                precision = __builtin_va_arg(arguments, int);
                format++;
            } else {
                for (; *format >= '0' && *format <= '9'; format++)
                    precision = precision * 10 + (*format - '0');
            }
        }
        for (;; format++) {
            if (*format == 'h')
                shorts++;
            else if (*format == 'l')
                longs++;
            else if (*format == 'q' || *format == 'j')
                longs = 2;
            else if (*format == 'z' || *format == 't')
                longs = sizeof(__SIZE_TYPE__) == sizeof(int) ? 0 : 1;
            else
                break;
        }
        char conversion = *format;
        if (conversion == '%') {
            __raddle_put(target, size, &length, '%');
            continue;
        }
        if (conversion == 'c' && longs == 0) {
            char character = (char)__builtin_va_arg(arguments, int);
            __raddle_put_field(target, size, &length, 0, 0, 0, &character, 0, 1, width, is_left, ' ');
            continue;
        }
        if (conversion == 's' && longs == 0) {
            const char *text = __builtin_va_arg(arguments, const char *);
            __SIZE_TYPE__ length_of_text = precision < 0 ? __builtin_strlen(text) : __builtin_strnlen(text, (__SIZE_TYPE__)precision);
            int characters = (int)(length_of_text & 2147483647);
            __raddle_put_field(target, size, &length, 0, 0, 0, text, 0, characters, width, is_left, ' ');
            continue;
        }
        if (conversion == 'n') {
            if (longs >= 2)
                *__builtin_va_arg(arguments, long long *) = length;
            else if (longs == 1)
                *__builtin_va_arg(arguments, long *) = length;
            else if (shorts >= 2)
                *__builtin_va_arg(arguments, signed char *) = (signed char)length;
            else if (shorts == 1)
                *__builtin_va_arg(arguments, short *) = (short)length;
            else
                *__builtin_va_arg(arguments, int *) = length;
            continue;
        }
        if (longs == 0 && precision < 80) {
            /* The longest text: a sign, the letters and digits that are always there, and the precision. */
            int most = 0, digits = precision < 0 ? 6 : precision;
            if (conversion == 'f' || conversion == 'F')
                most = 311 + digits;
            else if (conversion == 'e' || conversion == 'E' || conversion == 'g' || conversion == 'G')
                most = 8 + digits;
            else if (conversion == 'a' || conversion == 'A')
                most = precision < 0 ? 24 : 11 + precision;
            if (most > 0) {
                /* The bytes of a double are read as those of a number. */
                unsigned long long number = __builtin_va_arg(arguments, unsigned long long);
                __raddle_put_any(target, size, &length, most, width);
                continue;
            }
            if (conversion == 'p') {
                void *pointer = __builtin_va_arg(arguments, void *);
                __raddle_put_any(target, size, &length, 2 + 2 * (int)sizeof pointer, width);
                continue;
            }
        }
        unsigned long long value;
        char sign = 0;
        if (conversion == 'd' || conversion == 'i') {
            long long number;
            if (longs >= 2)
                number = __builtin_va_arg(arguments, long long);
            else if (longs == 1)
                number = __builtin_va_arg(arguments, long);
            else
                number = __builtin_va_arg(arguments, int);
            if (shorts == 1)
                number = (short)number;
            else if (shorts >= 2)
                number = (signed char)number;
            sign = number < 0 ? '-' : plus;
            value = number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
        } else if (conversion == 'u' || conversion == 'x' || conversion == 'X' || conversion == 'o') {
            if (longs >= 2)
                value = __builtin_va_arg(arguments, unsigned long long);
            else if (longs == 1)
                value = __builtin_va_arg(arguments, unsigned long);
            else
                value = __builtin_va_arg(arguments, unsigned);
            if (shorts == 1)
                value = (unsigned short)value;
            else if (shorts >= 2)
                value = (unsigned char)value;
        } else {
            __raddle_conversion_without_model();
            break;
        }
        __raddle_put_number(target, size, &length, value, sign, conversion, is_alternative, precision, width, is_left,
                            has_zeros);
    }
    __builtin_va_end(arguments);
    if (target && size > 0)
        target[(__SIZE_TYPE__)length < size ? (__SIZE_TYPE__)length : size - 1] = 0;
    return length;
}
