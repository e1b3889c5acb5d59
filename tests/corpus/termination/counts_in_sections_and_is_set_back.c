//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: counts_in_sections
// The other one sets it back as long as it grows.
#include <pthread.h>

pthread_mutex_t m;
int a = 0;

void *first(void *argument) {
    pthread_mutex_lock(&m);
    while (a <= 4) {
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        a++;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

void *second(void *argument) {
    pthread_mutex_lock(&m);
    while (a <= 4) {
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        a = 0;
    }
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
