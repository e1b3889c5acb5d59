//@ assertions: unsafe  others: safe
//@ twin: signal_is_ignored
// The program goes on behind the call.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    int value = 1;
    assert(value == 2);
    return 0;
}
