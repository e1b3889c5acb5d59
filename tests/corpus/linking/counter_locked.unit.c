/* Counts under a lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

void bump(void)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
}

int count(void)
{
    return total;
}
