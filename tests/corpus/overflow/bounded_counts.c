//@ overflow: safe  arithmetic: safe
//@ by: static
//@ twin: bounded_counts_that_are_one_too_many
// A shared number is counted up to 99 by threads that never end: the largest product and sum are in range.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
signed char count;

void *work(void *argument) {
    for (;;) {
        pthread_mutex_lock(&lock);
        signed char now = count;
        if (now < 99)
            count = (signed char)(now + 1);
        int scaled = count * 21474836 + 21474883;
        pthread_mutex_unlock(&lock);
        if (scaled < 0)
            return 0;
    }
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    work(0);
    return 0;
}
