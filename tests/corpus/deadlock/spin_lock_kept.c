//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: spin_lock_unlocked
// The second thread spins for ever.
#include <assert.h>
#include <pthread.h>


pthread_spinlock_t lock;
int x;

void *increment(void *arg) {
    pthread_spin_lock(&lock);
    x++;
    
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
