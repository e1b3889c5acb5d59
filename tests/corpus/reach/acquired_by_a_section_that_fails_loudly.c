//@ unsafe
//@ by: bmc
//@ twin: acquired_by_a_section_of_its_own
// A section that fails says so in a place that others read.
#include <assert.h>
#include <pthread.h>

int f, is_mine, failures;

void __VERIFIER_atomic_exchange(int *place, int old, int new, int *is_done) {
    if (*place == old) {
        *place = new;
        *is_done = 1;
    } else {
        *is_done = 0;
        failures = failures + 1;
    }
}

void *worker(void *unused) {
    int is_mine = 0;
    while (!is_mine) {
        __VERIFIER_atomic_exchange(&f, 0, 1, &is_mine);
    }
    assert(failures != 2);
    f = 0;
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
}
