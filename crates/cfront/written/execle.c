int __raddle_execute(const char *path, char *const *arguments, char *const *environment);
void __raddle_reads_text(const char *text);

int execle(const char *path, const char *argument, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, argument);
    while (argument) {
        __raddle_reads_text(argument);
        argument = __builtin_va_arg(list, const char *);
    }
    char *const *environment = __builtin_va_arg(list, char *const *);
    __builtin_va_end(list);
    return __raddle_execute(path, 0, environment);
}
