//@ all: safe
//@ domain: 0 1
//@ twin: stack_size_is_known
// The function does not fail, and writes the size.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t attributes;
    size_t size = 0;
    pthread_attr_init(&attributes);
    int code = pthread_attr_getstacksize(&attributes, &size);
    assert(code == 0);
    return 0;
}
