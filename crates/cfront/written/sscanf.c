int vsscanf(const char *text, const char *format, __builtin_va_list list);

int sscanf(const char *text, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return result;
}
