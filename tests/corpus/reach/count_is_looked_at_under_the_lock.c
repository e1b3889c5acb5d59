//@ assertions: unsafe
//@ by: explicit
//@ twin: count_is_looked_at_in_the_end
// A section that looks at the count sees each of its values.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;

void *count(void *argument)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        total++;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, count, 0);
    pthread_mutex_lock(&lock);
    int seen = total;
    pthread_mutex_unlock(&lock);
    assert(seen != 4);
    return 0;
}
