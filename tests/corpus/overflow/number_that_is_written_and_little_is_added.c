//@ overflow: safe
//@ twin: number_that_is_written_and_never_read
/* What is stored through the pointer is never read, and the sum stays in its type. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int one, other;
static int sum = 2147483600;

static void *add(void *argument)
{
    int count = 0, limit = __VERIFIER_nondet_int();
    if (limit < 0 || limit > 20)
        return 0;
    for (int i = 0; i < limit; i++)
        count++;
    int *last = __VERIFIER_nondet_int() ? &one : &other;
    pthread_mutex_lock(&lock);
    *last = 1;
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
