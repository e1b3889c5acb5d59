//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: keeps_the_lock_on_one_way
// Both get the mutex.
#include <pthread.h>

pthread_mutex_t m;
int count;

void *first(void *argument) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *second(void *argument) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
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
