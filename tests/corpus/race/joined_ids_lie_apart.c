//@ safe
//@ by: explicit static
//@ twin: joined_ids_overlap
// The ids lie beside each other.
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
        pthread_create(all.ids + i, 0, worker, 0);
    for (int j = 0; j < 2; j++)
        pthread_join(*(all.ids + j), 0);
    x = 2;
    return 0;
}
