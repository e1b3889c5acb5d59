struct tm *__raddle_shared_tm(void);
struct tm *localtime_r(const long *time, struct tm *result);

struct tm *localtime(const long *time)
{
    return localtime_r(time, __raddle_shared_tm());
}
