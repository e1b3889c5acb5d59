//@ data-race: safe  locks: safe  others: safe
//@ by: static
//@ twin: wrapper_that_allocates_locks_in_a_loop
// Locks from the heap, made by a function that gets its memory from a wrapper of `malloc`: which bytes of the memory are the lock
// follows from the size in the call.
#include <pthread.h>
#include <stdlib.h>

struct lock {
    pthread_mutex_t mutex;
    long value;
};

struct lock *first, *second;
int x, y;

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

void *work(void *unused) {
    pthread_mutex_lock(&first->mutex);
    x = 1;
    pthread_mutex_unlock(&first->mutex);
    pthread_mutex_lock(&second->mutex);
    y = 1;
    pthread_mutex_unlock(&second->mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    first = new_lock(1);
    second = new_lock(2);
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&first->mutex);
    x = 2;
    pthread_mutex_unlock(&first->mutex);
    pthread_mutex_lock(&second->mutex);
    y = 2;
    pthread_mutex_unlock(&second->mutex);
    return 0;
}
