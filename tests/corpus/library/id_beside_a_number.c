//@ assertions: unknown
//@ twin: id_of_the_owner
/* No thread has the id 1, or one has. */
#include <assert.h>
#include <pthread.h>

static pthread_t owner = (pthread_t)1;

int main(void)
{
    assert(owner != pthread_self());
    owner = pthread_self();
    return 0;
}
