//@ memory: unsafe
//@ twin: element_that_is_filled_before_its_thread
/* A thread may find its element empty. */
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
        pthread_create(&threads[i], 0, work, &slots[i]);
        slots[i].number = &numbers[i];
    }
    for (int i = 0; i < 10; i++)
        pthread_join(threads[i], 0);
    return 0;
}
