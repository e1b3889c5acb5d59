/* The set of signals that <signal.h> and <sys/select.h> share. */
#ifndef _SYS_SIGSET_H
#define _SYS_SIGSET_H

typedef struct {
    unsigned long __val[1024 / (8 * sizeof(unsigned long))];
} sigset_t;

#endif
