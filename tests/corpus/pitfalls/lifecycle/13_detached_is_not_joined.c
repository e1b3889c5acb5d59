//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_joined_is_ordered
// Nobody waits for a detached thread: its write races with main's.
#include <pthread.h>

int x;

void *worker(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    x = 2;
    return 0;
}
