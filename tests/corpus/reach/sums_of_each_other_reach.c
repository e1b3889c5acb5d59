//@ unsafe
//@ by: explicit bmc
//@ twin: sums_of_each_other
// Each thread adds to its number what it sees of the other one. The greatest number that there is takes turns at every step.
#include <assert.h>
#include <pthread.h>

int i = 1, j = 1;

void *first(void *unused) {
    for (int k = 0; k < 3; k++)
        i += j;
    return unused;
}

void *second(void *unused) {
    for (int k = 0; k < 3; k++)
        j += i;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    assert(i < 21 && j < 21);
    return 0;
}
