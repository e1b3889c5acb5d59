//@ safe
//@ by: explicit
// What main does before the creation and after the join is ordered with the thread.
#include <pthread.h>

int x;

void *worker(void *unused) {
    x = 2;
    return unused;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    x = 3;
    return 0;
}
