//@ unsafe
//@ by: explicit bmc
//@ library: none
//@ twin: library_counter_locked
// A library without main: one function reads without the lock, while another thread may add.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned count;

void counter_add(unsigned more)
{
    pthread_mutex_lock(&lock);
    count += more;
    pthread_mutex_unlock(&lock);
}

unsigned counter_value(void)
{
    unsigned value = count;
    return value;
}
