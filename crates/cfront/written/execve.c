int __raddle_execute(const char *path, char *const *arguments, char *const *environment);

int execve(const char *path, char *const arguments[], char *const environment[])
{
    return __raddle_execute(path, arguments, environment);
}
