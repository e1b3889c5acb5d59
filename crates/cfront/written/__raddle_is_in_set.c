/* Whether a character is in a set of a format. A hyphen between two characters stands for those between them. */
int __raddle_is_in_set(const char *set, char character)
{
    int is_complement = 0, is_found = 0, is_first = 1;
    unsigned char wanted = (unsigned char)character;
    if (*set == '^') {
        is_complement = 1;
        set++;
    }
    while (*set != 0 && (is_first || *set != ']')) {
        unsigned char from = (unsigned char)*set, to = from;
        is_first = 0;
        if (set[1] == '-' && set[2] != ']' && set[2] != 0) {
            to = (unsigned char)set[2];
            set += 2;
        }
        if (from <= wanted && wanted <= to)
            is_found = 1;
        set++;
    }
    return is_found != is_complement;
}
