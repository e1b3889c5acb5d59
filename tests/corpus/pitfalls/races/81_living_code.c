//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_dead_code
// What can, does.
#include <pthread.h>

int x, never = 1;

void *first(void *unused) {
    if (never)
        x = 1;
    return unused;
}

void *second(void *unused) {
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
