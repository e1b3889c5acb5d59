//@ termination: unsafe
//@ fair-termination: safe
//@ by: ranking
//@ twin: may_wait_for_the_lock_before_it_raises_the_flag
// Whatever it is told, it raises the flag.
int __VERIFIER_nondet_int(void);
#include <pthread.h>

pthread_mutex_t m;
int flag, tired;

void *first(void *argument) {
    pthread_mutex_lock(&m);
    while (!flag) tired = !tired;
    pthread_mutex_unlock(&m);
    return 0;
}

void *second(void *argument) {
    int told = __VERIFIER_nondet_int();
    if (told) told++;
    flag = 1;
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
