//@ safe
//@ by: modular
//@ twin: counts_before_it_goes_on
// What is learnt of the other thread rests on its place, which only promises speak of.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int turn, count;

static void *waiter(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&guard);
    while (turn < 1) {
        if (turn)
            count++;
        pthread_mutex_unlock(&guard);
        pthread_mutex_lock(&guard);
    }
    assert(count < 3);
    return 0;
}

static void *mover(void *unused)
{
    (void)unused;
    turn++;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, mover, 0);
    pthread_create(&second, 0, waiter, 0);
    return 0;
}
