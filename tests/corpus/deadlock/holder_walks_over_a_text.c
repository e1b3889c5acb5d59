//@ all: safe
//@ by: static explicit
//@ open: memory overflow locks: static does not follow these numbers
//@ twin: holder_walks_around_a_ring
// The thread with the lock looks for a character: a walk over an object ends.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[4] = {'a', 'b', 'c', 'd'};
static int place;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    int at = 0;
    while (text[at] != 'd')
        at++;
    place = at;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, work, 0);
    pthread_mutex_lock(&m);
    place = 0;
    pthread_mutex_unlock(&m);
    pthread_join(one, 0);
    return 0;
}
