//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: tries_until_it_has_the_lock
// Whoever has it keeps it.
#include <pthread.h>

pthread_mutex_t m;
int count;

void *first(void *argument) {
    while (pthread_mutex_trylock(&m))
        ;
    count++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *second(void *argument) {
    pthread_mutex_lock(&m);
    count++;
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
