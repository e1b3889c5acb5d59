//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: counts_in_sections_and_is_set_back
// A counter grows in critical sections.
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
    a += 1;
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
