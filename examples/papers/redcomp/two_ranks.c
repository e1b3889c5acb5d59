/*
 * In the spirit of fig2-tacas12, which "Reduction for Compositional Verification of Multi-Threaded Programs" measures: no number alone
 * becomes smaller with every step. One thread takes from x. The other one takes from y and may fill x with anything. Each round makes
 * y smaller, or else x.
 * raddle check --engine ranking -p termination examples/papers/redcomp/two_ranks.c
 * VERDICT: SAFE
 */
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

unsigned x, y;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *takes_from_x(void *unused)
{
    int goes_on = 1;
    while (goes_on) {
        pthread_mutex_lock(&lock);
        goes_on = x > 0;
        if (goes_on)
            x = x - 1;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *takes_from_y(void *unused)
{
    int goes_on = 1;
    while (goes_on) {
        pthread_mutex_lock(&lock);
        goes_on = y > 0;
        if (goes_on) {
            y = y - 1;
#ifdef REFILLS
            y = y + 1;
#endif
            x = __VERIFIER_nondet_uint();
        }
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t one, two;
    x = __VERIFIER_nondet_uint();
    y = __VERIFIER_nondet_uint();
    pthread_create(&one, 0, takes_from_x, 0);
    pthread_create(&two, 0, takes_from_y, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
