long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);

long __raddle_any(long low, long high)
{
    long value = __VERIFIER_nondet_long();
    __VERIFIER_assume(low <= value && value <= high);
    return value;
}
