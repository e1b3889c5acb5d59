int vsnprintf(char *target, __SIZE_TYPE__ size, const char *format, __builtin_va_list arguments);

int snprintf(char *target, __SIZE_TYPE__ size, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vsnprintf(target, size, format, arguments);
    __builtin_va_end(arguments);
    return length;
}
