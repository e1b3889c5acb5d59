//@ data-race: unsafe  locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_thread_id_of_another
// The id is written by pthread_create: who joins by it from another thread races with it.
#include <pthread.h>

pthread_t a, b;

void *first(void *unused) {
    return unused;
}

void *second(void *unused) {
    pthread_join(a, 0);
    return unused;
}

int main(void) {
    pthread_create(&b, 0, second, 0);
    pthread_create(&a, 0, first, 0);
    pthread_join(b, 0);
    return 0;
}
