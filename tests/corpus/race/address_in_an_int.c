//@ data-race: unknown
//@ twin: address_in_an_int_and_forgotten
// The low half of an address is the whole of it where objects lie at small addresses: the thread follows it.
#include <pthread.h>
#include <stdint.h>

static int shared;
static uint32_t low;

static void *writer(void *unused)
{
    *(int *)(uintptr_t)low = 1;
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
