char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';
int __raddle_is_posixly_correct(void);

/* What is left of an argument with several options. */
char *__raddle_option_rest;

/* The operands (arguments that are no options) that stand before the next argument; and whether options end at an operand, -1 if that was not asked. */
static int first_operand, end_of_operands, ends_at_operand;

/* Puts the operands that were passed over behind the options that came after them. */
static void exchange_operands(char **arguments)
{
    while (first_operand < end_of_operands && end_of_operands < optind) {
        char *option = arguments[end_of_operands];
        for (int place = end_of_operands; place > first_operand; place--)
            arguments[place] = arguments[place - 1];
        arguments[first_operand] = option;
        first_operand++;
        end_of_operands++;
    }
}

static _Bool is_operand(const char *argument)
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
    if (optind < 1 || !first_operand) {
        if (optind < 1)
            optind = 1;
        __raddle_option_rest = 0;
        first_operand = end_of_operands = optind;
        ends_at_operand = options[0] == '+' ? 1 : options[0] == '-' ? 0 : -1;
    }
    if (__raddle_option_rest && *__raddle_option_rest)
        return 0;
    if (end_of_operands > optind)
        end_of_operands = optind;
    if (first_operand > optind)
        first_operand = optind;
    if (ends_at_operand < 0 && optind < count && is_operand(arguments[optind]))
        ends_at_operand = __raddle_is_posixly_correct();
    if (options[0] != '-' && ends_at_operand != 1) {
        if (first_operand != end_of_operands && end_of_operands != optind)
            exchange_operands(arguments);
        else if (end_of_operands != optind)
            first_operand = optind;
        while (optind < count && is_operand(arguments[optind]))
            optind++;
        end_of_operands = optind;
    }
    if (optind < count && arguments[optind][0] == '-' && arguments[optind][1] == '-' && !arguments[optind][2]) {
        optind++;
        if (first_operand != end_of_operands && end_of_operands != optind)
            exchange_operands(arguments);
        else if (first_operand == end_of_operands)
            first_operand = optind;
        end_of_operands = optind = count;
    }
    if (optind >= count) {
        if (first_operand != end_of_operands)
            optind = first_operand;
        return -1;
    }
    if (is_operand(arguments[optind])) {
        if (ends_at_operand == 1)
            return -1;
        optarg = arguments[optind++];
        return 1;
    }
    __raddle_option_rest = arguments[optind] + 1;
    return 0;
}
