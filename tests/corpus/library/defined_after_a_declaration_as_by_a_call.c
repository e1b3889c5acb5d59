//@ assertions: unsafe
//@ by: explicit bmc
//@ twin: defined_before_a_call
// The program's own function has the name of one of the library. Its argument is passed as it is, since no declaration in front of the call says another type.
extern void __VERIFIER_assert(int);
int kill();

int main(void)
{
    __VERIFIER_assert(kill(1L << 40, 2) != 1);
    return 0;
}

int kill(long number, int other)
{
    return number >> 40;
}
