#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H

#include <sys/sigset.h>
#include <sys/types.h>
#include <sys/timestructs.h>

#define FD_SETSIZE 1024
#define __NFDBITS (8 * (int)sizeof(long))
typedef long fd_mask;
typedef struct {
    long fds_bits[FD_SETSIZE / (8 * sizeof(long))];
} fd_set;

#define FD_ZERO(set) ((void)(*(set) = (fd_set){{0}}))
#define FD_SET(file, set) ((void)((set)->fds_bits[(file) / __NFDBITS] |= (long)(1UL << ((file) % __NFDBITS))))
#define FD_CLR(file, set) ((void)((set)->fds_bits[(file) / __NFDBITS] &= ~(long)(1UL << ((file) % __NFDBITS))))
#define FD_ISSET(file, set) (((set)->fds_bits[(file) / __NFDBITS] & (long)(1UL << ((file) % __NFDBITS))) != 0)

int select(int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
           struct timeval *restrict timeout);
int pselect(int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
            const struct timespec *restrict timeout, const sigset_t *restrict mask);

#endif
