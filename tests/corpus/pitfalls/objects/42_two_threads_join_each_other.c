//@ deadlock: unsafe  data-race: unsafe  locks: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 42_one_thread_joins_the_other
// Each waits for the other's end. (The second id may be read before it is stored: a race, and then a join of nobody.)
#include <pthread.h>

pthread_t a, b;

void *first(void *unused) {
    pthread_join(b, 0);
    return unused;
}

void *second(void *unused) {
    pthread_join(a, 0);
    return unused;
}

int main(void) {
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_exit(0);
}
