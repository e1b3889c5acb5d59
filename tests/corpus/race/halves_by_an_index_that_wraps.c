//@ unknown
//@ twin: halves
// The element in front of the second half, by an index without a sign: compilers access the last element of the first half.
#include <pthread.h>
#include <stddef.h>

int cells[8];

void *fill_low(void *unused) {
    for (int i = 0; i < 4; i++)
        cells[i] = i;
    return unused;
}

void *fill_high(void *unused) {
    size_t index = (size_t)-1;
    *(&cells[4] + index) = 1;
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, fill_low, 0);
    pthread_create(&other, 0, fill_high, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
