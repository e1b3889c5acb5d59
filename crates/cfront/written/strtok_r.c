char *strtok_r(char *text, const char *delimiters, char **rest)
{
    if (!text)
        text = *rest;
    text += __builtin_strspn(text, delimiters);
    if (!*text) {
        *rest = text;
        return (char *)0;
    }
    char *end = text + __builtin_strcspn(text, delimiters);
    if (*end)
        *end++ = 0;
    *rest = end;
    return text;
}
