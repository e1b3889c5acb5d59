//@ termination: unsafe
//@ by: explicit
//@ twin: waits_with_a_deadline_once
// The time-out is ignored.
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec deadline;
int ready;

int main(void) {
    pthread_mutex_lock(&m);
    while (!ready) {
        pthread_cond_timedwait(&c, &m, &deadline);
    }
    pthread_mutex_unlock(&m);
    return 0;
}
