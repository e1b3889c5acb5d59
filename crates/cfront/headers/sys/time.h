#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#include <sys/select.h>
#include <sys/types.h>
#include <sys/timestructs.h>

struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};

struct itimerval {
    struct timeval it_interval;
    struct timeval it_value;
};

#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2

int gettimeofday(struct timeval *restrict time, void *restrict zone);
int settimeofday(const struct timeval *time, const struct timezone *zone);
int getitimer(int which, struct itimerval *value);
int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old_value);
int utimes(const char *path, const struct timeval times[2]);

#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timercmp(a, b, CMP) \
    (((a)->tv_sec == (b)->tv_sec) ? ((a)->tv_usec CMP (b)->tv_usec) : ((a)->tv_sec CMP (b)->tv_sec))
#define timeradd(a, b, result)                                \
    do {                                                      \
        (result)->tv_sec = (a)->tv_sec + (b)->tv_sec;         \
        (result)->tv_usec = (a)->tv_usec + (b)->tv_usec;      \
        if ((result)->tv_usec >= 1000000) {                   \
            ++(result)->tv_sec;                               \
            (result)->tv_usec -= 1000000;                     \
        }                                                     \
    } while (0)
#define timersub(a, b, result)                                \
    do {                                                      \
        (result)->tv_sec = (a)->tv_sec - (b)->tv_sec;         \
        (result)->tv_usec = (a)->tv_usec - (b)->tv_usec;      \
        if ((result)->tv_usec < 0) {                          \
            --(result)->tv_sec;                               \
            (result)->tv_usec += 1000000;                     \
        }                                                     \
    } while (0)

#endif
