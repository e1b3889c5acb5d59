//@ data-race: unsafe  others: safe
//@ domain: 1 70
//@ by: explicit bmc
//@ twin: date_of_each_thread
// Both threads get the structure that `localtime` fills in.
#include <pthread.h>
#include <time.h>

int hours[2];

void *note_the_hour(void *hour) {
    time_t now = 86400;
    struct tm *date = localtime(&now);
    *(int *)hour = date->tm_hour;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, note_the_hour, &hours[0]);
    note_the_hour(&hours[1]);
    pthread_join(thread, 0);
    return 0;
}
