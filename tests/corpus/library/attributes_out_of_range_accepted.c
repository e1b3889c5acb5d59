//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: attributes_out_of_range
// A stack of one byte is too small.
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t thread;
    pthread_attr_init(&thread);
    assert(pthread_attr_setstacksize(&thread, 1) == 0);
    return 0;
}
