int vasprintf(char **result, const char *format, __builtin_va_list arguments);

int asprintf(char **result, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vasprintf(result, format, arguments);
    __builtin_va_end(arguments);
    return length;
}
