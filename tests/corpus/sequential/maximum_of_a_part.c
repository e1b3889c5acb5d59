//@ unsafe
//@ twin: maximum_of_an_array
//@ by: sequential
//@ domain: 0 1
// The maximum is no less than any cell.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    int max = a[0];
    for (int i = 1; i < 2; i++)
        if (a[i] > max)
            max = a[i];
    assert(max >= a[0] && max >= a[1] && max >= a[2]);
    return 0;
}
