//@ termination: safe
//@ fair-termination: safe
//@ by: ranking
//@ twin: one_gives_what_the_other_takes
// However much there is, each takes one at a time.
int __VERIFIER_nondet_int(void);
#include <pthread.h>

pthread_mutex_t m;
unsigned left;

void *first(void *argument) {
    for (;;) {
        pthread_mutex_lock(&m);
        if (left == 0) {
            pthread_mutex_unlock(&m);
            return 0;
        }
        left--;
        pthread_mutex_unlock(&m);
    }
}

void *second(void *argument) {
    for (;;) {
        pthread_mutex_lock(&m);
        if (left == 0) {
            pthread_mutex_unlock(&m);
            return 0;
        }
        left--;
        pthread_mutex_unlock(&m);
    }
}

int main(void) {
    pthread_t one, other;
    left = (unsigned)__VERIFIER_nondet_int();
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
