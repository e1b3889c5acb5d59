//@ safe
//@ twin: struct_of_two_mixed_up
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
// Members of a record.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct account { unsigned in, out; };
int main(void) {
    struct account a = {0, 0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            a.in++;
        else if (a.out < a.in)
            a.out++;
        if (a.in > 1000)
            break;
    }
    assert(a.out <= a.in);
    return 0;
}
