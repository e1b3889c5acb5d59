/* That of GNU: the rest behind the last slash. */
char *basename(const char *path)
{
    const char *last = path;
    for (; *path; path++)
        if (*path == '/')
            last = path + 1;
    return (char *)last;
}
