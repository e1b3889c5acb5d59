//@ unsafe
//@ by: explicit bmc
//@ twin: unlocked_output_of_a_locked_stream
// Functions whose names end in `_unlocked` leave the lock to the program.
#include <pthread.h>
#include <stdio.h>

static void *worker(void *unused)
{
    putchar_unlocked('x');
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    putchar_unlocked('y');
    pthread_join(thread, 0);
    return 0;
}
