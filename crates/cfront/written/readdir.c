void __raddle_may_be_cancelled(void);
int __raddle_result_of_readdir(void);
int __raddle_result_of_number(void);
int __raddle_text_of_the_system(char *buffer, __SIZE_TYPE__ size);
unsigned long long __raddle_result_of_bytes(void);

/* The next entry, or none: at the end, which leaves `errno` alone, or by a failure. The entry is one of each thread, whatever it reads.
   Two threads that read the same folder race for a byte of its stream. */
struct dirent *readdir(struct __dirstream *folder)
{
    static _Thread_local struct dirent entry;
    __raddle_may_be_cancelled();
    *(char *)folder = 0;
    if (__raddle_result_of_number() % 2 || __raddle_result_of_readdir() < 0)
        return (struct dirent *)0;
    entry.d_ino = __raddle_result_of_bytes();
    entry.d_off = (long)__raddle_result_of_bytes();
    entry.d_reclen = sizeof entry;
    entry.d_type = (unsigned char)(__raddle_result_of_number() % 15);
    __raddle_text_of_the_system(entry.d_name, sizeof entry.d_name);
    return &entry;
}
