int __raddle_output(const char *format, __builtin_va_list list);

int __raddle_vfprintf(void *stream, const char *format, __builtin_va_list list)
{
    return __raddle_output(format, list);
}
