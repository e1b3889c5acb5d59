//@ termination: unsafe
//@ fair-termination: unsafe
//@ twin: up_to_any_number
// For the greatest n the counter wraps around for ever.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i <= n; i++)
        ;
    return 0;
}
