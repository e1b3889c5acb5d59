//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: destroyed_after_others_ended
//@ open: data-race: a misuse may order nothing, bmc says
// The worker may have the mutex when it is destroyed, or want it later.
#include <pthread.h>

pthread_mutex_t m;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_init(&m, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_destroy(&m);
    pthread_join(t, 0);
    return 0;
}
