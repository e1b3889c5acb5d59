void __raddle_put(char *target, __SIZE_TYPE__ size, int *length, char character);

/* Sign or prefix, then zeros, then the text, in a field: C11 7.21.6.1 paragraph 6. */
void __raddle_put_field(char *target, __SIZE_TYPE__ size, int *length, const char *prefix, int zeros, const char *text,
                        int characters, int width, int is_left, char padding)
{
    int fill = width - (int)__builtin_strlen(prefix) - zeros - characters;
    if (!is_left && padding == ' ')
        for (; fill > 0; fill--)
            __raddle_put(target, size, length, ' ');
    for (; *prefix; prefix++)
        __raddle_put(target, size, length, *prefix);
    if (!is_left)
        for (; fill > 0; fill--)
            __raddle_put(target, size, length, padding);
    for (; zeros > 0; zeros--)
        __raddle_put(target, size, length, '0');
    for (int at = 0; at < characters; at++)
        __raddle_put(target, size, length, text[at]);
    for (; fill > 0; fill--)
        __raddle_put(target, size, length, ' ');
}
