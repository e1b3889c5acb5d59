//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: up_to_any_small_number_and_further
// For any n the counter comes there before it wraps around.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    for (unsigned char i = 0; i < n; i++)
        ;
    return 0;
}
