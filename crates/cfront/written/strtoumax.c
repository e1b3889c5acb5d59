unsigned long long strtoull(const char *text, char **end, int base);

unsigned __INTMAX_TYPE__ strtoumax(const char *text, char **end, int base)
{
    return strtoull(text, end, base);
}
