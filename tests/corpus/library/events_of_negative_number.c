//@ assertions: unsafe  others: safe
//@ domain: -1 0 1
//@ twin: events_of_positive_number
// The wait for events returns, with a failure.
#include <assert.h>

struct epoll_event {
    unsigned events;
    unsigned long data;
};

int epoll_wait(int file, struct epoll_event *events, int count, int timeout);

int main(void)
{
    struct epoll_event event;
    int count = -5;
    epoll_wait(3, &event, count, 0);
    assert(count > 0);
    return 0;
}
