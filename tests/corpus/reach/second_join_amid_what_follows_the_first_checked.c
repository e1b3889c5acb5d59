//@ safe
//@ by: explicit bmc
//@ twin: second_join_amid_what_follows_the_first
// Two threads join a third one, and the one that comes too late says so: the other one sees it, or does not.
#include <assert.h>
#include <pthread.h>

pthread_t third;
int too_late;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *idle(void *unused) {
    return 0;
}

void *other(void *unused) {
    if (pthread_join(third, 0) == 0) {
        pthread_mutex_lock(&lock);
        int seen = too_late;
        pthread_mutex_unlock(&lock);
        assert(seen == 0 || seen == 1);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&third, 0, idle, 0);
    pthread_create(&thread, 0, other, 0);
    if (pthread_join(third, 0) != 0) {
        pthread_mutex_lock(&lock);
        too_late = 1;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
