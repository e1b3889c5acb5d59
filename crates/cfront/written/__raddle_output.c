int __VERIFIER_nondet_output(void);
int __raddle_further_output(int most);
/* No model and no body: a conversion that is not known gets no answer instead of a wrong one. */
void __raddle_conversion_without_model(void);
void __raddle_may_be_cancelled(void);

/* Output by a format that is known only when the program runs: the texts are read, `%n` is stored (C11 7.21.6.1). */
int __raddle_output(const char *format, __builtin_va_list list)
{
    int length = 0, is_exact = 1;
    __raddle_may_be_cancelled();
    __builtin_va_list arguments;
    __builtin_va_copy(arguments, list);
    for (;;) {
        char character = *format++;
        if (character == 0)
            break;
        if (character != '%') {
            length++;
            continue;
        }
        int precision = -1, longs = 0, shorts = 0, has_width = 0;
        character = *format++;
        while (character == '-' || character == '+' || character == ' ' || character == '#' || character == '0')
            character = *format++;
        if (character == '*') {
            int width = __builtin_va_arg(arguments, int);
            has_width = 1;
            character = *format++;
        }
        while (character >= '0' && character <= '9') {
            has_width = 1;
            character = *format++;
        }
        if (character == '.') {
            precision = 0;
            character = *format++;
            if (character == '*') {
                precision = __builtin_va_arg(arguments, int);
                character = *format++;
            }
            while (character >= '0' && character <= '9') {
                precision = precision * 10 + (character - '0');
                character = *format++;
            }
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
        if (character == '%') {
            length++;
        } else if (character == 'c') {
            int value = __builtin_va_arg(arguments, int);
            length++;
            if (has_width || longs)
                is_exact = 0;
        } else if (character == 's' && longs == 0) {
            const char *text = __builtin_va_arg(arguments, const char *);
            length += precision < 0 ? (int)__builtin_strlen(text) : (int)__builtin_strnlen(text, (__SIZE_TYPE__)precision);
            if (has_width)
                is_exact = 0;
        } else if (character == 'd' || character == 'i' || character == 'u' || character == 'x' || character == 'X' ||
                   character == 'o') {
            if (longs >= 2) {
                long long value = __builtin_va_arg(arguments, long long);
            } else if (longs == 1) {
                long value = __builtin_va_arg(arguments, long);
            } else {
                int value = __builtin_va_arg(arguments, int);
            }
            is_exact = 0;
        } else if (character == 'f' || character == 'F' || character == 'e' || character == 'E' || character == 'g' ||
                   character == 'G' || character == 'a' || character == 'A') {
            /* The bytes of a double are read as those of a number. */
            unsigned long long value = longs == 2 ? 0 : __builtin_va_arg(arguments, unsigned long long);
            if (longs == 2)
                __raddle_conversion_without_model();
            is_exact = 0;
        } else if (character == 'p') {
            void *value = __builtin_va_arg(arguments, void *);
            is_exact = 0;
        } else if (character == 'm') {
            is_exact = 0;
        } else if (character == 'n' && is_exact) {
            if (longs >= 2)
                *__builtin_va_arg(arguments, long long *) = length;
            else if (longs == 1)
                *__builtin_va_arg(arguments, long *) = length;
            else if (shorts >= 2)
                *__builtin_va_arg(arguments, signed char *) = length;
            else if (shorts == 1)
                *__builtin_va_arg(arguments, short *) = length;
            else
                *__builtin_va_arg(arguments, int *) = length;
        } else {
            __raddle_conversion_without_model();
            break;
        }
    }
    __builtin_va_end(arguments);
    int failure = __VERIFIER_nondet_output();
    if (failure < 0)
        return failure;
    return is_exact ? length : length + __raddle_further_output(2147483647 - length);
}
