//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: date_read_under_the_lock
// The lock is given back before the structure that `localtime` fills in for all threads is read.
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int hours[2];

void *note_the_hour(void *hour) {
    time_t now = 86400;
    pthread_mutex_lock(&lock);
    struct tm *date = localtime(&now);
    pthread_mutex_unlock(&lock);
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
