//@ all: safe
//@ by: explicit bmc
//@ twin: joined_by_a_number
// The id is that of a thread.
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
