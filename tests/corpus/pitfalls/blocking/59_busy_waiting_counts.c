//@ data-race: unsafe  overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 59_busy_waiting_counts_to_a_bound
// How often the loop turns is not bounded: the counter overflows in the end. (It starts near the end here.)
#include <limits.h>
#include <pthread.h>

int f;

void *first(void *unused) {
    f = 1;
    return unused;
}

void *second(void *unused) {
    int turns = INT_MAX - 2;
    while (!f) {
        turns++;
        if (turns < 0)
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
