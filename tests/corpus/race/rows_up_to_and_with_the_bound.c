//@ unsafe
//@ by: explicit
//@ twin: rows_for_each_thread
// One thread more than there are numbers: the last one has the rows of the first one.
#include <pthread.h>

#define ROWS 8
#define THREADS 4

int cells[ROWS][4];

void *compute(void *number) {
    int id = (int)(long)number;
    for (int i = id * ROWS / THREADS; i < (id + 1) * ROWS / THREADS; i++)
        for (int j = 0; j < 4; j++)
            cells[i][j] += i;
    return 0;
}

int main(void) {
    pthread_t ids[THREADS + 1];
    for (long i = 0; i <= THREADS; i++)
        pthread_create(&ids[i], 0, compute, (void *)(i % THREADS));
    for (int i = 0; i <= THREADS; i++)
        pthread_join(ids[i], 0);
    return cells[0][0];
}
