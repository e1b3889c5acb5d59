char *strsep(char **rest, const char *delimiters)
{
    char *text = *rest;
    if (!text)
        return text;
    char *end = text + __builtin_strcspn(text, delimiters);
    *rest = *end ? end + 1 : (char *)0;
    *end = 0;
    return text;
}
