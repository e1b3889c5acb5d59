//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_three_threads_in_a_chain
// First before second and first before third: second and third race.
#include <pthread.h>

int x;

void *second(void *unused) {
    x = 2;
    return unused;
}

void *third(void *unused) {
    x = 3;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    x = 1;
    pthread_create(&t1, 0, second, 0);
    pthread_create(&t2, 0, third, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
