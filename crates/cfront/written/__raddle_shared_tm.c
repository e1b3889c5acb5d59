/* The structure that `localtime` and `gmtime` of all threads fill in, whatever the time is. */
struct tm *__raddle_shared_tm(void)
{
    static struct tm result_of_localtime;
    result_of_localtime.tm_isdst = 0;
    return &result_of_localtime;
}
