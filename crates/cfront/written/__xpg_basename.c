/* That of POSIX: slashes at the end are cut off. */
char *__xpg_basename(char *path)
{
    if (!path || !*path)
        return (char *)".";
    char *end = path;
    while (*end)
        end++;
    char *last = end;
    while (last > path && last[-1] == '/')
        last--;
    /* Nothing but slashes: the last one. */
    if (last == path)
        return end - 1;
    if (last < end)
        *last = 0;
    while (last > path && last[-1] != '/')
        last--;
    return last;
}
