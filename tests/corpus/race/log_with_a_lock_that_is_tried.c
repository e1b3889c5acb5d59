//@ unsafe
//@ by: explicit
//@ twin: log_with_a_lock
// The result of an attempt is not looked at.
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static int lines;

static void *worker(void *unused)
{
    int failed = ftrylockfile(file);
    lines++;
    fputs("line\n", file);
    if (!failed)
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
