extern char *optarg;
extern int optind;
extern int optopt;
extern char *__raddle_option_rest;
const char *__raddle_short_option(const char *options, char letter);

/* The short option at `__raddle_option_rest`, with its argument. */
int __raddle_take_option(int count, char *const arguments[], const char *options)
{
    if (options[0] == '+' || options[0] == '-')
        options++;
    char letter = *__raddle_option_rest++;
    const char *option = __raddle_short_option(options, letter);
    /* `optind` is always less than `count` here. The test tells analyses of value ranges that it stays so. */
    if (!*__raddle_option_rest && optind < count)
        optind++;
    if (!option || letter == ':' || letter == ';') {
        optopt = letter;
        return '?';
    }
    if (option[1] == ':') {
        char *rest = __raddle_option_rest;
        __raddle_option_rest = 0;
        if (*rest) {
            optarg = rest;
            if (optind < count)
                optind++;
        } else if (option[2] != ':') {
            if (optind >= count) {
                optopt = letter;
                return options[0] == ':' ? ':' : '?';
            }
            optarg = arguments[optind++];
        }
    }
    return letter;
}
