//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: stamp_of_an_own_date
// One thread writes the date while the other one writes it as a text.
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
    strftime(text, sizeof text, "%H:%M:%S", &date);
    pthread_join(thread, 0);
    return 0;
}
