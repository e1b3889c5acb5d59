//@ unsafe
//@ by: bmc explicit sequential compositional
//@ twin: main_sees_one_of_many_numbers
// What threads see of the array is small, what main saw there before they began was not.
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
    int first = numbers[0];
    numbers[0] = 1;
    pthread_create(&a, 0, reader, 0);
    assert(first < 100);
    pthread_join(a, 0);
    return 0;
}
