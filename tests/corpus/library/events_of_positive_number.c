//@ all: safe
//@ domain: -1 0 1
//@ twin: events_of_negative_number
// The number of events is positive.
#include <assert.h>

struct epoll_event {
    unsigned events;
    unsigned long data;
};

int epoll_wait(int file, struct epoll_event *events, int count, int timeout);

int main(void)
{
    struct epoll_event event;
    int count = 1;
    epoll_wait(3, &event, count, 0);
    assert(count > 0);
    return 0;
}
