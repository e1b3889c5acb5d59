//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 59_busy_waiting_counts
// An unsigned counter wraps.
#include <limits.h>
#include <pthread.h>

int f;

void *first(void *unused) {
    f = 1;
    return unused;
}

void *second(void *unused) {
    unsigned turns = UINT_MAX - 2;
    while (!f) {
        turns++;
        if (turns == 0)
            break;
    }
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
