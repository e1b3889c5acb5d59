//@ termination: safe
//@ by: explicit
//@ twin: waits_with_a_deadline_in_every_round
// Only wake-ups without signal and time-out would keep the loop going, and there are finitely many.
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec deadline;
int ready;

int main(void) {
    int code = 0;
    pthread_mutex_lock(&m);
    while (!ready && code == 0) {
        code = pthread_cond_timedwait(&c, &m, &deadline);
    }
    pthread_mutex_unlock(&m);
    return 0;
}
