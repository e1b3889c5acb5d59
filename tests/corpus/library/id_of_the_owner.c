//@ all: safe
//@ twin: id_as_a_hash
/* Ids are compared with ids, and with 0. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner;

static void *own(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&lock);
    assert(owner == 0);
    owner = pthread_self();
    assert(pthread_equal(owner, pthread_self()));
    owner = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, own, 0);
    pthread_create(&other, 0, own, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(one != other);
    return 0;
}
