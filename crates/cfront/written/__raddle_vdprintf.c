int __raddle_output(const char *format, __builtin_va_list list);

int __raddle_vdprintf(int file, const char *format, __builtin_va_list list)
{
    return __raddle_output(format, list);
}
