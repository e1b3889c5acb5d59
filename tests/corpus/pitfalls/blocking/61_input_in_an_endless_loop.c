//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 61_input_ends_the_loop_once
// An input may refuse for ever to end the loop.

int __VERIFIER_nondet_int(void);

int main(void) {
    int x;
    do
        x = __VERIFIER_nondet_int();
    while (x != 0);
    return 0;
}
