//@ unsafe
//@ by: bmc
//@ twin: step_inside_a_long_array
// Each step leads to the next element, and the last one behind the array: to the next member.
#include <pthread.h>

static struct {
    int items[17];
    int sum;
} s;

static void *writer(void *unused)
{
    int *p = s.items;
    for (int i = 0; i < 17; i++)
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
