//@ all: safe
//@ by: explicit
//@ twin: signals_beside_a_lock_unlocked_twice
// A set of signals that is made empty leaves the lock in front of it alone.
#include <pthread.h>
#include <signal.h>

struct state {
    pthread_mutex_t lock;
    sigset_t signals;
    int count;
};

static struct state state = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *work(void *argument)
{
    pthread_mutex_lock(&state.lock);
    state.count++;
    pthread_mutex_unlock(&state.lock);
    return argument;
}

int main(void)
{
    pthread_t one;
    sigemptyset(&state.signals);
    sigaddset(&state.signals, SIGTERM);
    pthread_create(&one, NULL, work, NULL);
    work(NULL);
    pthread_join(one, NULL);
    return 0;
}
