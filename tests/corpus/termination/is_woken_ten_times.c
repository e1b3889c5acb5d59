//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: is_woken_again_and_again
// After ten signals the door is open.
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t c;
int open;

void *first(void *argument) {
    pthread_mutex_lock(&m);
    while (!open) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

void *second(void *argument) {
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&m);
        if (i == 9) open = 1;
        pthread_cond_signal(&c);
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
