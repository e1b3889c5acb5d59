//@ overflow: unsafe
//@ by: explicit
//@ twin: bounded_counts
// The largest sum is one more than the greatest number.
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
        int scaled = count * 21474836 + 21474884;
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
