//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: halves
// Half of zero is zero.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    while (n != 1) n /= 2;
    return 0;
}
