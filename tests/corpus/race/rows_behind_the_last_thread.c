//@ unsafe
//@ by: explicit
//@ twin: rows_for_each_thread
// Behind the loop its register is the number of threads: main writes to the row of the first one.
#include <pthread.h>

int rows[3];

void *compute(void *number) {
    rows[(long)number] = 1;
    return 0;
}

int main(void) {
    pthread_t ids[3];
    long i;
    for (i = 0; i < 3; i++)
        pthread_create(&ids[i], 0, compute, (void *)i);
    rows[i - 3] = 2;
    for (int j = 0; j < 3; j++)
        pthread_join(ids[j], 0);
    return 0;
}
