//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 64_elements_by_input
//@ domain: 0 1 2
// Two inputs that differ.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int data[3];

void *writer(void *p) {
    data[*(int *)p]++;
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 3 && j >= 0 && j < 3);
    __VERIFIER_assume(i != j);
    pthread_create(&t1, 0, writer, &i);
    pthread_create(&t2, 0, writer, &j);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(data[i] == 1);
    return 0;
}
