int vsnprintf(char *target, __SIZE_TYPE__ size, const char *format, __builtin_va_list arguments);

int vsprintf(char *target, const char *format, __builtin_va_list arguments)
{
    return vsnprintf(target, (__SIZE_TYPE__)-1 / 2, format, arguments);
}
