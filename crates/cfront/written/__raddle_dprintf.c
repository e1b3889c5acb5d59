int __raddle_output(const char *format, __builtin_va_list list);

int __raddle_dprintf(int file, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = __raddle_output(format, arguments);
    __builtin_va_end(arguments);
    return length;
}
