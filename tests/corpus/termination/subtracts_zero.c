//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: subtracts_the_smaller_number
//@ domain: 0 1 2 3 4 5 6 7
// Zero may be subtracted for ever.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(a >= 0 && a < 8 && b > 0 && b < 8);
    while (a != b) {
        if (a > b) a -= b;
        else b -= a;
    }
    return 0;
}
