int *__errno_location(void);
void *realloc(void *old, __SIZE_TYPE__ size);
int getc(FILE *stream);

/* The buffer grows as in the C library of Linux. */
__PTRDIFF_TYPE__ getdelim(char **line, __SIZE_TYPE__ *size, int delimiter, FILE *stream)
{
    if (!line || !size) {
        *__errno_location() = 22;
        return -1;
    }
    __SIZE_TYPE__ length = 0;
    if (!*line || *size == 0) {
        *size = 120;
        *line = realloc(*line, *size);
    }
    for (;;) {
        int character = getc(stream);
        if (character < 0)
            break;
        if (*size < length + 2) {
            *size = 2 * *size > length + 2 ? 2 * *size : length + 2;
            *line = realloc(*line, *size);
        }
        (*line)[length++] = (char)character;
        if (character == delimiter)
            break;
    }
    if (length == 0)
        return -1;
    (*line)[length] = 0;
    return (__PTRDIFF_TYPE__)length;
}
