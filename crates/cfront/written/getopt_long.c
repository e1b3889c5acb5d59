_Bool __VERIFIER_nondet_long_option(void);
int __raddle_take_option(int count, char *const arguments[], const char *options, int kind);

int getopt_long(int count, char *const arguments[], const char *options, const struct option *long_options, int *index)
{
    for (int number = 0; long_options && long_options[number].name; number++) {
        if (!__VERIFIER_nondet_long_option())
            continue;
        if (__raddle_take_option(count, arguments, options, long_options[number].has_arg) < 0)
            return -1;
        if (index)
            *index = number;
        if (!long_options[number].flag)
            return long_options[number].val;
        *long_options[number].flag = long_options[number].val;
        return 0;
    }
    return __raddle_take_option(count, arguments, options, -1);
}
