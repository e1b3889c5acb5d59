//@ safe
//@ twin: address_put_together
// What is put together is not followed.
#include <pthread.h>
#include <stdint.h>

static int shared, own;
static int *address = &shared;

static void *writer(void *unused)
{
    const uint32_t *halves = (const uint32_t *)&address;
    uint32_t low = halves[0];
    own = (int)low;
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
