//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: one_falls_while_the_other_rises
// b may rise again and again.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    int a = 3, b = 3;
    while (a > 0 && b > 0) {
        if (__VERIFIER_nondet_int()) {
            b = 3;
        } else {
            b--;
        }
    }
    return 0;
}
