//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: told_to_stop_or_tired
// Whoever is asked may never say stop.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    while (__VERIFIER_nondet_int())
        ;
    return 0;
}
