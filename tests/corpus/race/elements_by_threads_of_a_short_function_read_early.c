//@ data-race: unsafe
//@ by: explicit
//@ twin: elements_by_threads_of_a_short_function
// A function that is much shorter than main creates the threads; main reads an element before its thread was joined.
#include <pthread.h>

int of[2];
int sum;
pthread_t ids[2];

void *worker(void *element) {
    *(int *)element = 1;
    return 0;
}

void start(void) {
    for (int i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, worker, &of[i]);
}

int main(void) {
    sum = sum + 1;
    sum = sum + 2;
    sum = sum + 3;
    sum = sum + 4;
    sum = sum + 5;
    sum = sum + 6;
    start();
    pthread_join(ids[1], 0);
    sum = sum + of[0];
    pthread_join(ids[0], 0);
    return sum + of[1];
}
