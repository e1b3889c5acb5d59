//@ unsafe
//@ by: modular
//@ twin: counts_while_it_waits
// Between the two looks at the turn the other thread moves on.

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
    assert(count < 1);
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
