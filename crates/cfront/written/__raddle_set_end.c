/* Behind the bracket that ends a set of characters in a format; what is given is behind the one that begins it. */
const char *__raddle_set_end(const char *set)
{
    if (*set == '^')
        set++;
    if (*set == ']')
        set++;
    while (*set != 0 && *set != ']')
        set++;
    return *set == 0 ? set : set + 1;
}
