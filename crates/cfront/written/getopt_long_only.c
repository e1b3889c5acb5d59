int __raddle_next_option(int count, char *const arguments[], const char *options, const struct option *long_options,
    int *index, _Bool is_one_dash_enough);

int getopt_long_only(int count, char *const arguments[], const char *options, const struct option *long_options, int *index)
{
    return __raddle_next_option(count, arguments, options, long_options, index, 1);
}
