//@ all: safe
//@ by: explicit bmc
//@ twin: spin_lock_used_after_its_end
// Nobody uses it any more.
#include <pthread.h>

pthread_spinlock_t s;

void *worker(void *unused) {
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&s, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
    pthread_join(t, 0);
    pthread_spin_destroy(&s);
    return 0;
}
