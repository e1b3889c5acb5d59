//@ all: safe
//@ domain: 1 70
//@ by: explicit bmc
//@ twin: date_of_two_threads
// Each thread has a structure of its own.
#include <pthread.h>
#include <time.h>

int hours[2];

void *note_the_hour(void *hour) {
    time_t now = 86400;
    struct tm date;
    localtime_r(&now, &date);
    *(int *)hour = date.tm_hour;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, note_the_hour, &hours[0]);
    note_the_hour(&hours[1]);
    pthread_join(thread, 0);
    return 0;
}
