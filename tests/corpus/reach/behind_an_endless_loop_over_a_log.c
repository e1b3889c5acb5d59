//@ safe
//@ by: explicit
//@ twin: behind_a_loop_over_a_log
// Nobody reads the log, and yet the loop that writes it must stay: what is behind it is never reached.
#include <assert.h>
#include <pthread.h>

int logged, level;

void *worker(void *unused) {
    level = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int goes_on = 1;
    while (goes_on) {
        logged = level;
    }
    assert(0);
    return 0;
}
