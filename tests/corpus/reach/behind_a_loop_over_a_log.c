//@ unsafe
//@ by: explicit bmc
//@ twin: behind_an_endless_loop_over_a_log
// Nobody reads the log; the loop that writes it ends with what the worker stored.
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
        goes_on = level == 0;
    }
    assert(0);
    return 0;
}
