//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: wrapper_that_allocates_locks
// One call in a loop makes two locks, and the two threads take different ones.
#include <pthread.h>
#include <stdlib.h>

struct lock {
    pthread_mutex_t mutex;
    long value;
};

int x;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory) {
        exit(1);
    }
    return memory;
}

static struct lock *new_lock(long value) {
    struct lock *lock = allocate(sizeof *lock);
    pthread_mutex_init(&lock->mutex, 0);
    lock->value = value;
    return lock;
}

void *work(void *lock) {
    pthread_mutex_lock(&((struct lock *)lock)->mutex);
    x = 1;
    pthread_mutex_unlock(&((struct lock *)lock)->mutex);
    return lock;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, 0, work, new_lock(i));
    }
    return 0;
}
