//@ all: safe
//@ by: explicit
//@ twin: atomic_flag_not_looked_at
// A flag that is set by one at a time.
#include <pthread.h>
#include <stdatomic.h>


atomic_flag lock = ATOMIC_FLAG_INIT;
int x;

void *increment(void *arg) {
    while (atomic_flag_test_and_set(&lock)) {
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
