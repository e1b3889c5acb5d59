int __raddle_result_of_getopt(const char *options);

/* Arguments may be put into another order, and are any ones before and after. */
int getopt(int count, char *const arguments[], const char *options)
{
    return __raddle_result_of_getopt(options);
}
