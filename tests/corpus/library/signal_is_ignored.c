//@ all: safe
//@ twin: signal_is_ignored_and_two
// No handler runs.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    int value = 1;
    assert(value == 1);
    return 0;
}
