//@ unsafe
//@ twin: joined_ids_lie_apart
// Each id overwrites all but one byte of the one before.
#include <pthread.h>

int x;
struct {
    pthread_t ids[2];
} all;

void *worker(void *unused) {
    return x ? unused : 0;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        pthread_create((pthread_t *)((char *)&all + i), 0, worker, 0);
    for (int j = 0; j < 2; j++)
        pthread_join(*(pthread_t *)((char *)&all + j), 0);
    x = 2;
    return 0;
}
