//@ all: safe
//@ by: explicit bmc
//@ open: data-race: bmc does not say who is ordered behind whom by an attempt that fails
//@ twin: deadline_invalid_is_no_time_out
// A wait with a deadline whose nanoseconds are no part of a second fails with EINVAL: a condition at once, a lock where it has to wait.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
sem_t semaphore;

static void *other(void *unused) {
    struct timespec never = {0, 1000000000}, now = {0, 999999999};
    assert(pthread_mutex_timedlock(&mutex, &never) == EINVAL);
    assert(pthread_mutex_timedlock(&mutex, &now) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&lock, &never) == EINVAL);
    return unused;
}

int main(void) {
    struct timespec never = {0, -1};
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore);
    assert(sem_timedwait(&semaphore, &never) == -1 && errno == EINVAL);
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&condition, &mutex, &never) == EINVAL);
    pthread_rwlock_rdlock(&lock);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    pthread_rwlock_unlock(&lock);
    pthread_mutex_unlock(&mutex);
    return 0;
}
