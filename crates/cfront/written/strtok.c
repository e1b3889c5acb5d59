char *strtok_r(char *text, const char *delimiters, char **rest);

char *strtok(char *text, const char *delimiters)
{
    static char *rest;
    return strtok_r(text, delimiters, &rest);
}
