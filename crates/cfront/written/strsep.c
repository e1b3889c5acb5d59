char *strsep(char **rest, const char *delimiters)
{
    char *text = *rest;
    if (!text)
        return text;
    char *end = text + __builtin_strcspn(text, delimiters);
    if (!*end) {
        *rest = (char *)0;
        return text;
    }
    *end = 0;
    *rest = end + 1;
    return text;
}
