// Functions of the library about sets of signals, which only this file declares.
#include "sigset.h"

extern int sigfillset(sigset_t *set);
extern int sigdelset(sigset_t *set, int signal);
extern int sigismember(const sigset_t *set, int signal);

int blocks(int signal, int allowed) {
    sigset_t set;
    sigfillset(&set);
    sigdelset(&set, allowed);
    return sigismember(&set, signal);
}
