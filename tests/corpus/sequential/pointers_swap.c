//@ safe
//@ twin: pointers_meet
//@ by: sequential
// Two pointers that change places never meet.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, y = 2;
    int *p = &x, *q = &y;
    while (__VERIFIER_nondet_int()) {
        int *t = p;
        p = q;
        q = t;
    }
    assert(p != q && *p + *q == 3);
    return 0;
}
