//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: holder_walks_with_a_copy
// The thread with the lock looks for the end of a text that has none, around and around.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[4] = {'a', 'b', 'c', 'd'};
static int length;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    const char *at = text;
    while (*at++)
        if (at == text + 4)
            at = text;
    length = 4;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, work, 0);
    pthread_mutex_lock(&m);
    length = 0;
    pthread_mutex_unlock(&m);
    pthread_join(one, 0);
    return 0;
}
