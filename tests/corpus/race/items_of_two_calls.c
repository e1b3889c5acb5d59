//@ safe
//@ by: static
//@ twin: item_of_two_calls_is_shared
// A function sets a member of what it is given: of an item that the threads share under the lock, of items that each thread has alone
// without it.
#include <pthread.h>

struct item {
    int number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item shared, of_first, of_second;

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
    set(&of_second, 2);
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
