//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: destroyed_after_others_ended
// Who has ended has it still.
#include <pthread.h>

pthread_mutex_t m;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_init(&m, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    pthread_mutex_destroy(&m);
    return 0;
}
