int __raddle_take_option(int count, char *const arguments[], const char *options, int kind);

/* Arguments may be put into another order. */
int getopt(int count, char *const arguments[], const char *options)
{
    return __raddle_take_option(count, arguments, options, -1);
}
