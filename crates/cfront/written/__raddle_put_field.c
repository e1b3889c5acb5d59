void __raddle_put(char *target, __SIZE_TYPE__ size, int *length, char character);

/* Up to two characters, where they are not zero: a sign, or a prefix. Then zeros, then the characters of the text from the first one up to an
   end, in a field: C11 7.21.6.1 paragraph 6. */
void __raddle_put_field(char *target, __SIZE_TYPE__ size, int *length, char sign, char letter, int zeros, const char *text,
                        int first, int end, int width, int is_left, char padding)
{
    int fill = width - (sign != 0) - (letter != 0);
    if (fill > 0)
        fill -= zeros;
    if (fill > 0)
        fill -= end - first;
    if (!is_left && padding == ' ')
        for (; fill > 0; fill--)
            __raddle_put(target, size, length, ' ');
    if (sign)
        __raddle_put(target, size, length, sign);
    if (letter)
        __raddle_put(target, size, length, letter);
    if (!is_left)
        for (; fill > 0; fill--)
            __raddle_put(target, size, length, padding);
    for (; zeros > 0; zeros--)
        __raddle_put(target, size, length, '0');
    for (int at = first; at < end; at++)
        __raddle_put(target, size, length, text[at]);
    for (; fill > 0; fill--)
        __raddle_put(target, size, length, ' ');
}
