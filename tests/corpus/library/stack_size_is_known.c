//@ assertions: unknown  others: safe
//@ domain: 0 1
//@ twin: stack_size_is_asked
// The system determines the size.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t attributes;
    size_t size = 0;
    pthread_attr_init(&attributes);
    int code = pthread_attr_getstacksize(&attributes, &size);
    assert(size == 8388608);
    return 0;
}
