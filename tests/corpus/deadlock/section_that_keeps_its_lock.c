//@ unsafe
//@ by: explicit
// One section keeps the lock, so a section that only counts waits for ever, if it comes later.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total, kept;

void *count(void *argument)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *keep(void *argument)
{
    pthread_mutex_lock(&lock);
    kept++;
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, keep, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
