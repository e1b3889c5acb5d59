//@ unsafe
//@ by: explicit lazy
//@ twin: added_a_little_while_a_lock_is_kept
// Who adds waits for ever behind it, for a lock that a thread has that ended: it has added all the same.
#include <limits.h>
#include <pthread.h>
static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static int number;
static void *keeper(void *unused) {
    pthread_mutex_lock(&kept);
    pthread_mutex_lock(&lock);
    number = INT_MAX;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *adder(void *unused) {
    pthread_mutex_lock(&lock);
    number++;
    pthread_mutex_lock(&kept);
    pthread_mutex_unlock(&kept);
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, keeper, 0);
    pthread_create(&two, 0, adder, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
