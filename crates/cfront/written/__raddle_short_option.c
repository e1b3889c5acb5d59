/* Where the letter stands among the short options and their colons, or null. */
const char *__raddle_short_option(const char *options, char letter)
{
    for (; *options; options++)
        if (*options == letter)
            return options;
    return 0;
}
