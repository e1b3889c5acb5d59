//@ assertions: safe
//@ memory: safe
//@ by: explicit bmc
//@ twin: declared_as_by_a_call_and_freed_twice
// Functions of the library with declarations that say nothing of their parameters have the types of the library.
extern int(malloc)();
extern int free();
extern int close();
extern void __VERIFIER_assert(int);

int main(void)
{
    int *number = malloc(sizeof *number);
    *number = 3;
    int code = close(7);
    __VERIFIER_assert(*number == 3 && (code == 0 || code == -1));
    free(number);
    return 0;
}
