//@ assertions: unsafe  others: safe
//@ twin: handler_in_a_named_union
// The handler stores zero for this signal.
#include <assert.h>

struct sigaction {
    union {
        void (*sa_handler)(int);
        void (*sa_sigaction)(int, void *, void *);
    } __sigaction_handler;
    unsigned long sa_mask[16];
    int sa_flags;
    void (*sa_restorer)(void);
};

#define sa_handler __sigaction_handler.sa_handler

int sigaction(int signal, const struct sigaction *new_action, struct sigaction *old_action);
int raise(int signal);
void *memset(void *target, int byte, unsigned long size);

static volatile int stop;

static void on_signal(int number)
{
    stop = number == 15;
}

int main(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(2, &action, 0);
    raise(2);
    assert(stop);
    return 0;
}
