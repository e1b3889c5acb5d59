extern char *optarg;
extern int optind;
extern int optopt;
extern char *__raddle_option_rest;
const char *__raddle_short_option(const char *options, char letter);

/* 2 if the text up to its end or an equals sign is the name, 1 if the name begins with it. */
static int __raddle_names_option(const char *text, const char *name)
{
    for (; *text && *text != '='; text++, name++)
        if (*text != *name)
            return 0;
    return *name ? 1 : 2;
}

/* The long option at `__raddle_option_rest`; -1 if it may be short ones, with one dash. */
int __raddle_long_option(int count, char *const arguments[], const char *options, const struct option *long_options,
    int *index, _Bool may_be_short)
{
    int found = -1;
    if (options[0] == '+' || options[0] == '-')
        options++;
    _Bool is_exact = 0, is_ambiguous = 0;
    for (int number = 0; long_options[number].name; number++) {
        int fit = __raddle_names_option(__raddle_option_rest, long_options[number].name);
        if (!fit || is_exact)
            continue;
        if (fit == 2) {
            found = number;
            is_exact = 1;
        } else if (found < 0) {
            found = number;
        } else if (may_be_short || long_options[number].has_arg != long_options[found].has_arg
            || long_options[number].flag != long_options[found].flag
            || long_options[number].val != long_options[found].val) {
            is_ambiguous = 1;
        }
    }
    if (found < 0 && may_be_short && __raddle_short_option(options, *__raddle_option_rest))
        return -1;
    const struct option *option = &long_options[found < 0 ? 0 : found];
    char *end = __raddle_option_rest;
    while (*end && *end != '=')
        end++;
    __raddle_option_rest = 0;
    if (optind < count)
        optind++;
    if (found < 0 || (is_ambiguous && !is_exact)) {
        optopt = 0;
        return '?';
    }
    if (*end && !option->has_arg) {
        optopt = option->val;
        return '?';
    }
    if (*end) {
        optarg = end + 1;
    } else if (option->has_arg == 1) {
        if (optind >= count) {
            optopt = option->val;
            return options[0] == ':' ? ':' : '?';
        }
        optarg = arguments[optind++];
    }
    if (index)
        *index = found;
    if (!option->flag)
        return option->val;
    *option->flag = option->val;
    return 0;
}
