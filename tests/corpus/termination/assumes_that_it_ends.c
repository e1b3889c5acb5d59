//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: assumes_nothing
// A failing assumption ends the execution.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    unsigned char i = 0;
    while (1) {
        __VERIFIER_assume(i < 3);
        i++;
    }
    return 0;
}
