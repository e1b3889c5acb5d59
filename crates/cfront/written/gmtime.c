struct tm *gmtime_r(const long *time, struct tm *result);

struct tm *gmtime(const long *time)
{
    static struct tm result;
    return gmtime_r(time, &result);
}
