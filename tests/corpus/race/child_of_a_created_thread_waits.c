//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: child_of_a_created_thread
// The initial thread may hold the lock at the fork.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *more(void *argument) {
    count++;
    return 0;
}

static void *forks(void *argument) {
    pthread_t thread;
    if (fork() == 0) {
        pthread_mutex_lock(&lock);
        int before = count;
        assert(before == 0 || before == 1);
        pthread_create(&thread, 0, more, 0);
        pthread_join(thread, 0);
        assert(count == before + 1);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, forks, 0);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
