void *malloc(__SIZE_TYPE__ size);
int __raddle_result_of_realpath(const char *path);
int __raddle_text_of_the_system(char *buffer, __SIZE_TYPE__ size);

/* The buffer of the caller has room for PATH_MAX bytes. */
char *realpath(const char *path, char *buffer)
{
    if (__raddle_result_of_realpath(path) < 0)
        return (char *)0;
    if (!buffer)
        buffer = (char *)malloc(4096);
    if (buffer)
        __raddle_text_of_the_system(buffer, 4096);
    return buffer;
}
