//@ all: safe
//@ by: explicit
//@ twin: stamp_of_a_shared_date
// Main writes the date as a text when the thread has ended.
#include <pthread.h>
#include <time.h>

static struct tm date;

static void *worker(void *unused) {
    time_t now = 0;
    gmtime_r(&now, &date);
    return unused;
}

int main(void) {
    pthread_t thread;
    char text[9];
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    strftime(text, sizeof text, "%H:%M:%S", &date);
    return 0;
}
