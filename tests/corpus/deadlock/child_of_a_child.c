//@ all: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: child_of_a_child_waits
// A semaphore and a read-write lock have in the child what they had at the fork; a child may fork, too.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t permits;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *uses(void *argument) {
    sem_wait(&permits);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    sem_post(&permits);
    return 0;
}

int main(void) {
    pthread_t thread;
    int value;
    sem_init(&permits, 0, 1);
    pthread_create(&thread, 0, uses, 0);
    if (fork() == 0) {
        sem_getvalue(&permits, &value);
        assert(value == 0 || value == 1);
        if (fork() == 0) {
            assert(pthread_rwlock_tryrdlock(&lock) == 0);
            _exit(0);
        }
        _exit(0);
    }
    pthread_join(thread, 0);
    return 0;
}
