char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';
int __raddle_is_posixly_correct(void);

/* What is left of an argument with several options. */
char *__raddle_option_rest;

/* The operands (arguments that are no options) in front of the next argument.
   And whether options end at an operand; -1 if that is not known yet. */
static int __raddle_first_operand, __raddle_end_of_operands, __raddle_ends_at_operand;

/* Puts the operands that were passed over behind the options that came after them. */
static void __raddle_exchange_operands(char **arguments)
{
    while (__raddle_first_operand < __raddle_end_of_operands && __raddle_end_of_operands < optind) {
        char *option = arguments[__raddle_end_of_operands];
        for (int place = __raddle_end_of_operands; place > __raddle_first_operand; place--)
            arguments[place] = arguments[place - 1];
        arguments[__raddle_first_operand] = option;
        __raddle_first_operand++;
        __raddle_end_of_operands++;
    }
}

static _Bool __raddle_is_operand(const char *argument)
{
    return argument[0] != '-' || !argument[1];
}

/* Goes to the next option, as the C library of Linux does: 0 if there is one at `__raddle_option_rest`, else what `getopt` returns. */
int __raddle_find_option(int count, char *const given[], const char *options)
{
    char **arguments = (char **)given;
    if (count < 1)
        return -1;
    optarg = 0;
    if (optind < 1 || !__raddle_first_operand) {
        if (optind < 1)
            optind = 1;
        __raddle_option_rest = 0;
        __raddle_first_operand = __raddle_end_of_operands = optind;
        __raddle_ends_at_operand = options[0] == '+' ? 1 : options[0] == '-' ? 0 : -1;
    }
    if (__raddle_option_rest && *__raddle_option_rest)
        return 0;
    if (__raddle_end_of_operands > optind)
        __raddle_end_of_operands = optind;
    if (__raddle_first_operand > optind)
        __raddle_first_operand = optind;
    if (__raddle_ends_at_operand < 0 && optind < count && __raddle_is_operand(arguments[optind]))
        __raddle_ends_at_operand = __raddle_is_posixly_correct();
    if (options[0] != '-' && __raddle_ends_at_operand != 1) {
        if (__raddle_first_operand != __raddle_end_of_operands && __raddle_end_of_operands != optind)
            __raddle_exchange_operands(arguments);
        else if (__raddle_end_of_operands != optind)
            __raddle_first_operand = optind;
        while (optind < count && __raddle_is_operand(arguments[optind]))
            optind++;
        __raddle_end_of_operands = optind;
    }
    if (optind < count && arguments[optind][0] == '-' && arguments[optind][1] == '-' && !arguments[optind][2]) {
        optind++;
        if (__raddle_first_operand != __raddle_end_of_operands && __raddle_end_of_operands != optind)
            __raddle_exchange_operands(arguments);
        else if (__raddle_first_operand == __raddle_end_of_operands)
            __raddle_first_operand = optind;
        __raddle_end_of_operands = optind = count;
    }
    if (optind >= count) {
        if (__raddle_first_operand != __raddle_end_of_operands)
            optind = __raddle_first_operand;
        return -1;
    }
    if (__raddle_is_operand(arguments[optind])) {
        if (__raddle_ends_at_operand == 1)
            return -1;
        optarg = arguments[optind++];
        return 1;
    }
    __raddle_option_rest = arguments[optind] + 1;
    return 0;
}
