//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: one_rises_for_nothing
// b rises only where a falls.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    int a = 3, b = 3;
    while (a > 0 && b > 0) {
        if (__VERIFIER_nondet_int()) {
            a--;
            b = 3;
        } else {
            b--;
        }
    }
    return 0;
}
