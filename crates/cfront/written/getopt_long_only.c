_Bool __VERIFIER_nondet_long_option(void);
int __raddle_result_of_getopt(const char *options);

int getopt_long_only(int count, char *const arguments[], const char *options, const struct option *long_options, int *index)
{
    for (int number = 0; long_options && long_options[number].name; number++) {
        if (!__VERIFIER_nondet_long_option())
            continue;
        if (index)
            *index = number;
        if (!long_options[number].flag)
            return long_options[number].val;
        *long_options[number].flag = long_options[number].val;
        return 0;
    }
    return __raddle_result_of_getopt(options);
}
