//@ data-race: unsafe
//@ twin: date_printed_under_the_lock
// The lock guards the call that writes the text, but not the output that reads it.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    struct tm date = { .tm_mday = 1 };
    pthread_mutex_lock(&mutex);
    char *text = asctime(&date);
    pthread_mutex_unlock(&mutex);
    puts(text);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
