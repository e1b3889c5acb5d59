//@ safe
//@ by: bmc
//@ twin: step_out_of_a_long_array
// One step less: it leads to the last element.
#include <pthread.h>

static struct {
    int items[17];
    int sum;
} s;

static void *writer(void *unused)
{
    int *p = s.items;
    for (int i = 0; i < 16; i++)
        p++;
    *p = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    s.sum = 2;
    pthread_join(thread, 0);
    return 0;
}
