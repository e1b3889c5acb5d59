int __raddle_find_option(int count, char *const arguments[], const char *options);
int __raddle_take_option(int count, char *const arguments[], const char *options);

int getopt(int count, char *const arguments[], const char *options)
{
    int end = __raddle_find_option(count, arguments, options);
    return end ? end : __raddle_take_option(count, arguments, options);
}
