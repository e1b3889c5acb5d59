struct tm *__raddle_shared_tm(void);
struct tm *gmtime_r(const long *time, struct tm *result);

struct tm *gmtime(const long *time)
{
    return gmtime_r(time, __raddle_shared_tm());
}
