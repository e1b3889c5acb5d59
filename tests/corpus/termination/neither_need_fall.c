//@ termination: unsafe
//@ fair-termination: unsafe
//@ twin: one_falls_while_the_other_is_anything
// Where a stays, b comes round.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    unsigned a = (unsigned)__VERIFIER_nondet_int(), b = (unsigned)__VERIFIER_nondet_int();
    while (a > 0 && b > 0) {
        if (__VERIFIER_nondet_int()) {
            a--;
            b = (unsigned)__VERIFIER_nondet_int();
        } else {
            b = b == 1 ? 2 : 1;
        }
    }
    return 0;
}
