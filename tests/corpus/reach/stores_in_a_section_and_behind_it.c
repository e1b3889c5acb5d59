//@ unsafe
//@ by: bmc sequential compositional
//@ twin: stores_in_a_section_and_behind_it_in_order
// The function that tests what it was given begins a block where it is called outside of sections, and none inside of one.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
int first, second, third;
static void store(int of) {
    first = 1;
    assert(of % 3 == 0);
}
void *worker(void *unused) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    store(n - n % 3);
    __VERIFIER_atomic_end();
    second = 1;
    return unused;
}
void *other(void *unused) {
    int n = __VERIFIER_nondet_int();
    store(n - n % 3);
    third = 2;
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    int seen = first;
    int later = second;
    assert(!seen || later);
    pthread_create(&b, 0, other, 0);
    second = third;
    second = first;
    first = 0;
    return 0;
}
