//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 63_element_chosen_by_input_apart
//@ domain: 0 1
// a[i] with an i that is an input.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int a[2];

void *first(void *p) {
    a[*(int *)p] = 1;
    return 0;
}

void *second(void *unused) {
    a[1] = 2;
    int seen = a[1];
    assert(seen == 2);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i == 0 || i == 1);
    pthread_create(&t1, 0, first, &i);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
