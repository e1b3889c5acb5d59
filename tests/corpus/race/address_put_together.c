//@ data-race: unknown
//@ twin: address_put_together_and_forgotten
// The thread reads the two halves of an address, and shifts them into their places.
#include <pthread.h>
#include <stdint.h>

static int shared;
static int *address = &shared;

static void *writer(void *unused)
{
    const uint32_t *halves = (const uint32_t *)&address;
    uintptr_t low = halves[0], high = halves[1];
    *(int *)(high << 32 | low) = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    shared = 2;
    pthread_join(thread, 0);
    return 0;
}
