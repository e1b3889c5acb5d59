//@ unsafe
//@ by: explicit
//@ twin: rows_for_each_thread
// The loop that creates the threads starts again, once: two threads have the first row.
#include <pthread.h>

int rows[3];

void *compute(void *number) {
    rows[(long)number] = 1;
    return 0;
}

int main(void) {
    pthread_t ids[6];
    int n = 0;
    for (long i = 0; i < 2; i++) {
        pthread_create(&ids[n++], 0, compute, (void *)i);
        if (n == 1)
            i = -1;
    }
    for (int j = 0; j < n; j++)
        pthread_join(ids[j], 0);
    return 0;
}
