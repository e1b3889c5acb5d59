//@ overflow: unsafe
//@ twin: number_that_is_written_and_little_is_added
/* The number is read only where it was written before; the other way leads to the sum as well. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last, seen;
static int sum = 2147483600;

static void *add(void *argument)
{
    int count = 0, limit = __VERIFIER_nondet_int();
    if (limit < 0 || limit > 30)
        return 0;
    for (int i = 0; i < limit; i++)
        count++;
    pthread_mutex_lock(&lock);
    if (limit < 20) {
        last = 50;
        seen = last;
    }
    sum += count;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    return 0;
}
