//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_excluded_by_values
// The switch is thrown before the access.
#include <pthread.h>

int x;
_Atomic int turn;

void *first(void *unused) {
    if (turn == 0) {
        turn = 1;
        x = 1;
    }
    return unused;
}

void *second(void *unused) {
    if (turn == 1)
        x = 2;
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
