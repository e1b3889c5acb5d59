//@ safe
//@ by: bmc explicit sequential compositional
//@ twin: main_saw_one_of_many_numbers_before
// What main and threads see of the array is small, once there is a thread.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int numbers[40];

void *reader(void *arg) {
    int at = __VERIFIER_nondet_int();
    int seen = numbers[0 <= at && at < 40 ? at : 0];
    assert(seen < 100);
    return 0;
}

int main(void) {
    pthread_t a;
    numbers[0] = 100;
    numbers[0] = 1;
    int first = numbers[0];
    pthread_create(&a, 0, reader, 0);
    assert(first < 100);
    pthread_join(a, 0);
    return 0;
}
