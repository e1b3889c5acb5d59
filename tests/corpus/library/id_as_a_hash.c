//@ data-race: unknown
//@ twin: id_of_the_owner
/* The two ids may have the same place in the table. */
#include <pthread.h>

static int table[307];

static void *count(void *argument)
{
    (void)argument;
    table[(unsigned long)pthread_self() % 307]++;
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, count, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
