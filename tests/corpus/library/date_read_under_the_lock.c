//@ all: safe
//@ by: explicit bmc
//@ twin: date_read_behind_the_lock
// The structure that `localtime` fills in for all threads is read while the lock is held.
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int hours[2];

void *note_the_hour(void *hour) {
    time_t now = 86400;
    pthread_mutex_lock(&lock);
    struct tm *date = localtime(&now);
    *(int *)hour = date->tm_hour;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, note_the_hour, &hours[0]);
    note_the_hour(&hours[1]);
    pthread_join(thread, 0);
    return 0;
}
