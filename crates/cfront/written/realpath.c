void *malloc(__SIZE_TYPE__ size);
int __raddle_result_of_realpath(const char *path);
int __raddle_result_of_number(void);
int __raddle_text_of_the_system(char *buffer, __SIZE_TYPE__ size);

/* The buffer of the caller has room for PATH_MAX bytes; one of the library has just as much room as it needs, or more. */
char *realpath(const char *path, char *buffer)
{
    if (__raddle_result_of_realpath(path) < 0)
        return (char *)0;
    __SIZE_TYPE__ size = 4096;
    if (!buffer) {
        size = (__SIZE_TYPE__)__raddle_result_of_number() % 4096 + 1;
        buffer = (char *)malloc(size);
    }
    if (buffer)
        __raddle_text_of_the_system(buffer, size);
    return buffer;
}
