//@ assertions: unknown
//@ twin: id_of_the_owner
/* The sum of the bytes of an id is any number. */
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_t self = pthread_self();
    unsigned char *bytes = (unsigned char *)&self;
    int sum = 0;
    for (unsigned i = 0; i < sizeof self; i++)
        sum += bytes[i];
    assert(sum < 100);
    return 0;
}
