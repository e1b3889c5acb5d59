//@ all: safe
//@ by: static explicit
//@ twin: unlocked_twice_on_one_path
// Each path through the function unlocks once.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int give(void) {
    pthread_mutex_lock(&lock);
    if (count > 0) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    count = 1;
    pthread_mutex_unlock(&lock);
    return 1;
}

static void *worker(void *unused) {
    give();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    give();
    pthread_join(thread, 0);
    return 0;
}
