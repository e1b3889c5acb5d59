//@ termination: safe
//@ fair-termination: safe
//@ by: ranking
//@ twin: up_to_any_number_and_further
// For any n the counter comes there before it wraps around.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    return 0;
}
