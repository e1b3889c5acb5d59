//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: assumes_that_it_ends
// What is assumed always holds.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    unsigned char i = 0;
    while (1) {
        __VERIFIER_assume(i < 256);
        i++;
    }
    return 0;
}
