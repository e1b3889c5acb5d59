//@ all: safe
//@ by: explicit
//@ twin: read_lock_does_not_order_writes
// An unlock of a spin lock happens before the next lock.
#include <assert.h>
#include <pthread.h>


pthread_spinlock_t lock;
int x;

void *increment(void *arg) {
    pthread_spin_lock(&lock);
    x++;
    pthread_spin_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
