void __VERIFIER_assume(int condition);
int __VERIFIER_nondet_thread_number(void);

/* The thread keeps its number, which is any positive one. That the numbers of two threads differ is not said. */
int gettid(void)
{
    static _Thread_local int known;
    if (known == 0) {
        int number = __VERIFIER_nondet_thread_number();
        __VERIFIER_assume(number > 0);
        known = number;
    }
    return known;
}
