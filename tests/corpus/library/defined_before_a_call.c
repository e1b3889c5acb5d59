//@ assertions: safe
//@ by: explicit bmc
//@ twin: defined_after_a_declaration_as_by_a_call
// The program's own function has the name and the parameters of one of the library.
extern void __VERIFIER_assert(int);

int kill(int number, int other)
{
    return number >> 20;
}

int main(void)
{
    __VERIFIER_assert(kill(1L << 40, 2) != 1);
    return 0;
}
