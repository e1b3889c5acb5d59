char *dirname(char *path)
{
    char *end = path, *last;
    if (!path || !*path)
        return (char *)".";
    while (*end)
        end++;
    while (end > path && end[-1] == '/')
        end--;
    last = end;
    while (last > path && last[-1] != '/')
        last--;
    if (last == path && *path != '/')
        return (char *)".";
    while (last > path && last[-1] == '/')
        last--;
    if (last == path) {
        /* Two slashes at the start mean what the system says; more mean one. */
        last = path + 1;
        if (path[1] == '/' && path[2] != '/')
            last = path + 2;
    }
    *last = 0;
    return path;
}
