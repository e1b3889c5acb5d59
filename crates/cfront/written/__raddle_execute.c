int __raddle_result_of_exec(const char *path);
void __raddle_reads_text(const char *text);

/* Another program takes the place of this one, or it cannot be executed. */
int __raddle_execute(const char *path, char *const *arguments, char *const *environment)
{
    for (int number = 0; arguments && arguments[number]; number++)
        __raddle_reads_text(arguments[number]);
    for (int number = 0; environment && environment[number]; number++)
        __raddle_reads_text(environment[number]);
    if (__raddle_result_of_exec(path) == 0)
        __builtin__exit(0);
    return -1;
}
