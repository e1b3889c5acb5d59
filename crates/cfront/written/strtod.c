double __raddle_result_of_strtod(void);
const char *__raddle_end_of_float(const char *text);

/* Where the number ends is exact, its value is any. */
double strtod(const char *text, char **end)
{
    const char *at = __raddle_end_of_float(text);
    if (end)
        *end = (char *)at;
    return at == text ? 0 : __raddle_result_of_strtod();
}
