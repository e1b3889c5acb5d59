//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: looks_at_a_flag_under_a_lock
// Who only tries a mutex need not get it: the flag may stay down.
#include <pthread.h>

pthread_mutex_t m;
int flag;

void *first(void *argument) {
    int go = 1;
    while (go) {
        pthread_mutex_lock(&m);
        go = !flag;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

void *second(void *argument) {
    if (pthread_mutex_trylock(&m) == 0) {
        flag = 1;
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
