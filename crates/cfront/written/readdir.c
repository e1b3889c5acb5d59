void __raddle_may_be_cancelled(void);
int __raddle_result_of_readdir(void);
int __raddle_result_of_number(void);
void __VERIFIER_assume(int condition);

/* The next entry, or none: at the end, which leaves `errno` alone, or by a failure. The entry is one of each thread, whatever it reads, and
   has any name. Two threads that read the same folder race for a byte of its stream. */
struct dirent *readdir(struct __dirstream *folder)
{
    static _Thread_local struct dirent entry;
    __raddle_may_be_cancelled();
    *(char *)folder = 0;
    if (__raddle_result_of_number() % 2 || __raddle_result_of_readdir() < 0)
        return (struct dirent *)0;
    struct dirent any;
    entry = any;
    entry.d_name[sizeof entry.d_name - 1] = 0;
    __VERIFIER_assume(entry.d_name[0] != 0);
    return &entry;
}
