/* Structures that <time.h>, <sys/time.h> and others share. */
#ifndef _SYS_TIMESTRUCTS_H
#define _SYS_TIMESTRUCTS_H

struct timespec {
    long tv_sec;
    long tv_nsec;
};

struct timeval {
    long tv_sec;
    long tv_usec;
};

struct itimerspec {
    struct timespec it_interval;
    struct timespec it_value;
};

#endif
