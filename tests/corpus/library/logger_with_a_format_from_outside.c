//@ memory: unsafe  others: unknown
//@ args: 1x2
//@ unconfirmed: memory: too many executions come before the one with these arguments
//@ twin: logger_with_known_formats
// One format comes from the arguments of the program.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char last[32];

static void record(const char *format, va_list list)
{
    pthread_mutex_lock(&mutex);
    vsnprintf(last, sizeof last, format, list);
    pthread_mutex_unlock(&mutex);
}

static void message(int level, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (level > 0)
        record(format, list);
    va_end(list);
}

static void *worker(void *unused)
{
    message(1, "%d%%", 7);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t one;
    pthread_create(&one, 0, worker, 0);
    message(2, argc > 1 ? argv[1] : "%s", "a");
    pthread_join(one, 0);
    return 0;
}
