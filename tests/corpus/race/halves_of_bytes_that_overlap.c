//@ unsafe
//@ by: explicit
//@ twin: halves
// The last number that one thread writes reaches into the bytes that the other one writes.
#include <pthread.h>

union {
    char bytes[8];
    int numbers[2];
} cells;

void *fill(void *unused) {
    for (int i = 0; i < 1; i++)
        cells.numbers[i] = i;
    return unused;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, fill, 0);
    for (int i = 3; i < 8; i++)
        cells.bytes[i] = 1;
    pthread_join(one, 0);
    return 0;
}
