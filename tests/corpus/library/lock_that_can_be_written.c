//@ all: safe
//@ twin: lock_that_cannot_be_written
/* A mutex that is no constant. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
