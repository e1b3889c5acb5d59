//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: told_to_stop_some_day
// After three times nobody is asked any more.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
    int times = 0;
    while (__VERIFIER_nondet_int() && times < 3) times++;
    return 0;
}
