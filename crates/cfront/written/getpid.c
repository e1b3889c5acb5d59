void __VERIFIER_assume(int condition);
int __raddle_number_of_child(void);

/* The process keeps its number, which is any positive one: an object that is never written, of unknown value. A child has a number of its
   own. */
int getpid(void)
{
    extern const int __raddle_process;
    int child = __raddle_number_of_child();
    if (child > 0)
        return child;
    __VERIFIER_assume(__raddle_process > 0);
    return __raddle_process;
}
