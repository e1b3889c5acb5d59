#ifndef _TIME_H
#define _TIME_H

#include <sys/basictypes.h>
#include <sys/timestructs.h>

typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef int pid_t;

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1
#define TIME_UTC 1

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct sigevent;

extern char *tzname[2];
extern int daylight;
extern long timezone;

clock_t clock(void);
time_t time(time_t *result);
double difftime(time_t end, time_t begin);
time_t mktime(struct tm *broken);
time_t timegm(struct tm *broken);
size_t strftime(char *restrict text, size_t size, const char *restrict format, const struct tm *restrict broken);
char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict broken);
struct tm *gmtime(const time_t *time);
struct tm *localtime(const time_t *time);
struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict result);
struct tm *localtime_r(const time_t *restrict time, struct tm *restrict result);
char *asctime(const struct tm *broken);
char *ctime(const time_t *time);
char *asctime_r(const struct tm *restrict broken, char *restrict text);
char *ctime_r(const time_t *restrict time, char *restrict text);
void tzset(void);
int nanosleep(const struct timespec *request, struct timespec *remaining);
int clock_getres(clockid_t clock, struct timespec *resolution);
int clock_gettime(clockid_t clock, struct timespec *time);
int clock_settime(clockid_t clock, const struct timespec *time);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *request, struct timespec *remaining);
int clock_getcpuclockid(pid_t process, clockid_t *clock);
int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer);
int timer_delete(timer_t timer);
int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict value,
                  struct itimerspec *restrict old_value);
int timer_gettime(timer_t timer, struct itimerspec *value);
int timer_getoverrun(timer_t timer);
int timespec_get(struct timespec *time, int base);

#endif
