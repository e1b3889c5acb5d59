//@ assertions: unsafe  others: safe
//@ twin: handler_by_headers_of_the_system
// The handler stores zero for this signal.
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    stop = number == SIGTERM;
}

int main(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    raise(SIGINT);
    assert(stop);
    return 0;
}
