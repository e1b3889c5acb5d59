//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: halves_of_zero
// Half of a number is smaller, until it is zero.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    while (n > 0) n /= 2;
    return 0;
}
