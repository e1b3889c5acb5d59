//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: atomic_flag_as_lock
// A lock that nobody waits for.
#include <pthread.h>
#include <stdatomic.h>


atomic_flag lock = ATOMIC_FLAG_INIT;
int x;

void *increment(void *arg) {
    while (0) {
    }
    x++;
    atomic_flag_clear(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
