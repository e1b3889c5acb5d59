//@ unsafe
//@ by: explicit
//@ twin: items_of_two_calls
// A function sets a member of what it is given: of an item that the threads share, by one of them
// without the lock.
#include <pthread.h>

struct item {
    int number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item shared, of_first;

static void set(struct item *item, int number)
{
    item->number = number;
}

static void *first(void *unused)
{
    set(&of_first, 1);
    pthread_mutex_lock(&lock);
    set(&shared, 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *second(void *unused)
{
    set(&shared, 3);
    pthread_mutex_lock(&lock);
    set(&shared, 2);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
