int __raddle_execute(const char *path, char *const *arguments, char *const *environment);

int execv(const char *path, char *const arguments[])
{
    return __raddle_execute(path, arguments, 0);
}
