//@ safe
//@ by: static
//@ twin: address_in_an_int
// The thread has the low half of an address, and does not follow it.
#include <pthread.h>
#include <stdint.h>

static int shared;
static uint32_t low;

static void *writer(void *unused)
{
    uint32_t copy = low;
    (void)copy;
    return unused;
}

int main(void)
{
    pthread_t thread;
    low = (uint32_t)(uintptr_t)&shared;
    pthread_create(&thread, 0, writer, 0);
    shared = 2;
    pthread_join(thread, 0);
    return 0;
}
