//@ all: safe
//@ by: explicit bmc
//@ domain: -1 0 1 3
//@ twin: event_hands_data_over
// Whatever is read, the join comes before the access.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int eventfd(unsigned int count, int flags);
int eventfd_read(int file, unsigned long long *value);
int eventfd_write(int file, unsigned long long value);

static int event;
static int value;

static void *sends(void *argument) {
    value = 1;
    eventfd_write(event, 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned long long count;
    event = eventfd(0, 0);
    if (event < 0) return 0;
    pthread_create(&thread, 0, sends, 0);
    eventfd_read(event, &count);
    pthread_join(thread, 0);
    assert(value == 1);
    return 0;
}
