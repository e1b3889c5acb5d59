//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 61_input_in_an_endless_loop
// Read once, and counted down.

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x;
    x = __VERIFIER_nondet_bool();
    while (x > 0)
        x--;
    return 0;
}
