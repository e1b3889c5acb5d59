//@ unsafe
//@ by: explicit bmc
//@ twin: second_join_amid_what_follows_the_first_checked
// Two threads join a third one, and the one that comes too late says so while the other is between its join and what it does next: a
// join that another one may take the thread from does not move to the right.
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
        assert(seen == 0);
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
