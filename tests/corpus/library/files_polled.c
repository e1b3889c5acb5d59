//@ all: safe
//@ domain: -1 0 1 5 8
//@ by: explicit
//@ twin: files_polled_always_ready
// Only events that were asked for come, errors apart, and none for a negative number.
#include <assert.h>
#include <poll.h>

int main(void)
{
    struct pollfd files[2] = {{0, POLLIN, 0}, {-1, POLLIN, 9}};
    int ready = poll(files, 2, 0);
    if (ready >= 0)
        assert((files[0].revents & ~(POLLIN | POLLERR | POLLHUP | POLLNVAL)) == 0 && files[1].revents == 0);
    if (ready == 1)
        assert(files[0].revents != 0);
    assert(ready <= 1);
    return 0;
}
