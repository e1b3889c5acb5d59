//@ safe
//@ by: static
//@ twin: wrappers_of_two_locks_too_early
// Each variable has a lock, and functions of the program lock what they are given.
#include <pthread.h>
#include <stdlib.h>

struct mutex {
    pthread_mutex_t inner;
};

static struct mutex first = {PTHREAD_MUTEX_INITIALIZER}, second = {PTHREAD_MUTEX_INITIALIZER};
static int x, y;

static void checked(int error)
{
    if (error)
        abort();
}

static void enter(struct mutex *mutex)
{
    checked(pthread_mutex_lock(&mutex->inner));
}

static void leave(struct mutex *mutex)
{
    checked(pthread_mutex_unlock(&mutex->inner));
}

static void *worker(void *unused)
{
    enter(&first);
    x++;
    leave(&first);
    enter(&second);
    y++;
    leave(&second);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
