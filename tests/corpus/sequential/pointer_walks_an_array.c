//@ safe
//@ twin: pointer_walks_too_far
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
// A pointer that walks over an array and reads what it should.
#include <assert.h>

int main(void) {
    int a[3] = {1, 2, 3};
    int sum = 0;
    for (int *p = a; p < a + 3; p++)
        sum += *p;
    assert(sum == 6);
    return 0;
}
