//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: puts_and_takes_two
// The third thing never comes.
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t changed;
int full;

void *first(void *argument) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (full) pthread_cond_wait(&changed, &m);
        full = 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

void *second(void *argument) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        while (!full) pthread_cond_wait(&changed, &m);
        full = 0;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
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
