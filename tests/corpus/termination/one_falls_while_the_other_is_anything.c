//@ termination: safe
//@ fair-termination: safe
//@ twin: neither_need_fall
// A rank of two numbers: a, and where a stays, b.
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
            b--;
        }
    }
    return 0;
}
