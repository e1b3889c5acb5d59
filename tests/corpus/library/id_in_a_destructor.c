//@ assertions: unknown
//@ twin: id_of_the_owner
/* A destructor computes with an id that a key holds. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void check(void *value)
{
    assert((unsigned long)value % 16 < 8);
}

int main(void)
{
    pthread_key_create(&key, check);
    pthread_setspecific(key, (void *)pthread_self());
    pthread_exit(0);
}
