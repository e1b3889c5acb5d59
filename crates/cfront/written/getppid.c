int getpid(void);
int __raddle_number_of_parent(void);
void __VERIFIER_assume(int condition);

/* The number of the parent, which does not end meanwhile; 0 if it is in another namespace. */
int getppid(void)
{
    extern const int __raddle_parent;
    int parent = __raddle_number_of_parent();
    if (parent > 0)
        return parent;
    __VERIFIER_assume(__raddle_parent >= 0 && __raddle_parent != getpid());
    return __raddle_parent;
}
