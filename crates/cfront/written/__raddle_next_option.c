extern int optind;
extern char *__raddle_option_rest;
int __raddle_find_option(int count, char *const arguments[], const char *options);
int __raddle_take_option(int count, char *const arguments[], const char *options);
const char *__raddle_short_option(const char *options, char letter);
int __raddle_long_option(int count, char *const arguments[], const char *options, const struct option *long_options,
    int *index, _Bool may_be_short);

/* The next option, with long ones; `is_one_dash_enough` for them. */
int __raddle_next_option(int count, char *const arguments[], const char *options, const struct option *long_options,
    int *index, _Bool is_one_dash_enough)
{
    _Bool is_inside = optind > 0 && __raddle_option_rest && *__raddle_option_rest;
    int end = __raddle_find_option(count, arguments, options);
    if (end)
        return end;
    if (long_options && !is_inside && *__raddle_option_rest == '-') {
        __raddle_option_rest++;
        return __raddle_long_option(count, arguments, options, long_options, index, 0);
    }
    if (long_options && !is_inside && is_one_dash_enough
        && (__raddle_option_rest[1] || !__raddle_short_option(options, *__raddle_option_rest))) {
        int option = __raddle_long_option(count, arguments, options, long_options, index, 1);
        if (option != -1)
            return option;
    }
    return __raddle_take_option(count, arguments, options);
}
