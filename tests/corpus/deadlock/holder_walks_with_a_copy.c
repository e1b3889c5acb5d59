//@ all: safe
//@ by: static explicit
//@ open: memory overflow locks: static does not follow these numbers
//@ twin: holder_walks_around_with_a_copy
// The thread with the lock counts characters: `*at++` reads where a copy of the pointer leads, and walks over the object all the same.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[4] = {'a', 'b', 'c'};
static int length;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    const char *at = text;
    while (*at++)
        length++;
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
