//@ unsafe
//@ by: explicit
//@ twin: halves
// The bound between the halves moves while the threads fill them.
#include <pthread.h>
#include <stdatomic.h>

int cells[8];
atomic_int middle = 4;

void *fill_low(void *unused) {
    for (int i = 0; i < middle; i++)
        cells[i] = i;
    return unused;
}

void *fill_high(void *unused) {
    for (int i = middle; i < 8; i++)
        cells[i] = i;
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, fill_low, 0);
    pthread_create(&other, 0, fill_high, 0);
    middle = 5;
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
