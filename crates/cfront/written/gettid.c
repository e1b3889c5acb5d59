int __raddle_number_of_a_thread(void);

/* The thread keeps its number, which is any positive one. That the numbers of two threads differ is not said. */
int gettid(void)
{
    static _Thread_local int known;
    if (known == 0) {
        known = __raddle_number_of_a_thread();
    }
    return known;
}
