//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: locks_in_one_order
// A deadlock is no end.
#include <pthread.h>

pthread_mutex_t a, b;
int count;

void *first(void *argument) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    count++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *second(void *argument) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    count++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
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
