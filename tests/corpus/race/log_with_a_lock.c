//@ safe
//@ by: explicit
//@ twin: log_with_a_lock_that_is_tried
// A stream that the program opens has a lock of its own.
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static int lines;

static void *worker(void *unused)
{
    flockfile(file);
    lines++;
    fputs("line\n", file);
    funlockfile(file);
    return unused;
}

int main(void)
{
    pthread_t thread;
    file = fopen("log", "w");
    if (!file)
        return 1;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    fclose(file);
    return 0;
}
