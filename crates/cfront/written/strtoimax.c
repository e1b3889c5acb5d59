long long strtoll(const char *text, char **end, int base);

__INTMAX_TYPE__ strtoimax(const char *text, char **end, int base)
{
    return strtoll(text, end, base);
}
