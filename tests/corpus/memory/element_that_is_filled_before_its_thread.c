//@ memory: safe
//@ by: static
//@ twin: element_that_is_filled_behind_its_thread
/* Each thread finds the pointer that was stored in its element before it was created. */
#include <pthread.h>

struct slot {
    int *number;
};

static int numbers[10];
static struct slot slots[10];

static void *work(void *argument)
{
    struct slot *slot = argument;
    *slot->number = 1;
    return 0;
}

int main(void)
{
    pthread_t threads[10];
    for (int i = 0; i < 10; i++) {
        slots[i].number = &numbers[i];
        pthread_create(&threads[i], 0, work, &slots[i]);
    }
    for (int i = 0; i < 10; i++)
        pthread_join(threads[i], 0);
    return 0;
}
