//@ unsafe
//@ by: explicit
//@ twin: sorted_data_is_sorted_in_turn
// qsort may write each element (C11 7.22.5.2), also one that stays where it is.
#include <pthread.h>
#include <stdlib.h>

static int numbers[3] = {1, 2, 3};

static int compare(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

static void *sort(void *unused)
{
    qsort(numbers, 3, sizeof *numbers, compare);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sort, 0);
    sort(0);
    pthread_join(thread, 0);
    return 0;
}
