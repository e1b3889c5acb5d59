__PTRDIFF_TYPE__ getdelim(char **line, __SIZE_TYPE__ *size, int delimiter, FILE *stream);

__PTRDIFF_TYPE__ getline(char **line, __SIZE_TYPE__ *size, FILE *stream)
{
    return getdelim(line, size, '\n', stream);
}
