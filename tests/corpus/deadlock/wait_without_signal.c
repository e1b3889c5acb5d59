//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: timed_wait_without_signal
// Nobody signals.
#include <assert.h>
#include <pthread.h>


pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec deadline;
int ready;

int main(void) {
    pthread_mutex_lock(&m);
    int code = 0;
    while (!ready && code == 0) {
        code = pthread_cond_wait(&c, &m);
    }
    pthread_mutex_unlock(&m);
    return 0;
}
