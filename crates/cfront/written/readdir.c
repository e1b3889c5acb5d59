void __raddle_may_be_cancelled(void);
int __raddle_result_of_readdir(void);
int __raddle_result_of_number(void);
void __raddle_name_of_an_entry(void);
void __VERIFIER_assume(int condition);

/* The next entry, or none: at the end, which leaves `errno` alone, or by a failure. The entry lies in the object of the folder, behind the
   bytes of a stream, until the next call for it. Its name has any characters, also `/`, which no name has: where that may matter, the call of
   `__raddle_name_of_an_entry` makes what follows a possible violation (`check/before_calls.rs`). */
struct dirent *readdir(struct __dirstream *folder)
{
    struct dirent any, *entry = (struct dirent *)((char *)folder + 48);
    __raddle_may_be_cancelled();
    *(char *)folder = 0;
    if (__raddle_result_of_number() % 2 || __raddle_result_of_readdir() < 0)
        return (struct dirent *)0;
    __raddle_name_of_an_entry();
    *entry = any;
    entry->d_type = (unsigned char)(__raddle_result_of_number() % 15);
    entry->d_name[sizeof entry->d_name - 1] = 0;
    __VERIFIER_assume(entry->d_name[0] != 0 && entry->d_name[0] != '/');
    return entry;
}
