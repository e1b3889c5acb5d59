void __raddle_may_be_cancelled(void);
void __raddle_reads_text(const char *text);
int __raddle_result_of_freopen(void);

/* The stream stays where it is. What becomes of it by a failure is left out. */
struct _IO_FILE *freopen(const char *path, const char *mode, struct _IO_FILE *stream)
{
    __raddle_may_be_cancelled();
    if (path)
        __raddle_reads_text(path);
    __raddle_reads_text(mode);
    char byte = *(char *)stream;
    return __raddle_result_of_freopen() < 0 ? (struct _IO_FILE *)0 : stream;
}
