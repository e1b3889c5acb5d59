//@ safe
//@ by: static
//@ library: none
//@ twin: library_counter_read_without_lock
// A library without main: any threads add and read at the same time, under one lock.
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
    pthread_mutex_lock(&lock);
    unsigned value = count;
    pthread_mutex_unlock(&lock);
    return value;
}
