//@ safe
//@ by: explicit bmc
//@ twin: differences_of_each_other_reach
// One thread subtracts what the other one adds up: numbers on both sides of zero, and how far down they get.
#include <assert.h>
#include <pthread.h>

int x = 1, y = 1;

void *first(void *unused) {
    for (int k = 0; k < 3; k++)
        x -= y;
    return unused;
}

void *second(void *unused) {
    for (int k = 0; k < 3; k++)
        y += x;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(x >= -11 && y >= -8);
    return 0;
}
