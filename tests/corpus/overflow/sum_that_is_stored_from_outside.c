//@ overflow: unsafe
//@ twin: sum_that_is_stored_after_a_test
/* The total is not only added to: an input is stored as well. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *argument)
{
    pthread_mutex_lock(&lock);
    total += (int)(long)argument;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int first = __VERIFIER_nondet_int();
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, add, (void *)(i + 1));
    pthread_mutex_lock(&lock);
    total = first;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
