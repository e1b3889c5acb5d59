//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: initialized_by_one_of_two
//@ open: data-race: a misuse may order nothing, bmc says
// Each of two threads initializes the mutex before it uses it.
#include <pthread.h>

pthread_mutex_t m;

void *worker(void *unused) {
    pthread_mutex_init(&m, 0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_init(&m, 0);
    pthread_join(t, 0);
    return 0;
}
