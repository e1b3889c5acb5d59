//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 41_lock_of_another_structure
// Structure and lock belong together.
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
} a = {PTHREAD_MUTEX_INITIALIZER, 0}, b = {PTHREAD_MUTEX_INITIALIZER, 0};

void add(struct account *where, pthread_mutex_t *lock) {
    pthread_mutex_lock(lock);
    where->balance++;
    pthread_mutex_unlock(lock);
}

void *first(void *unused) {
    add(&a, &a.lock);
    add(&b, &b.lock);
    return unused;
}

void *second(void *unused) {
    add(&a, &a.lock);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(a.balance == 2);
    return 0;
}
