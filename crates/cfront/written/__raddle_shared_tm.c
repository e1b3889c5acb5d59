/* The structure that `localtime` and `gmtime` of all threads fill in, whatever the time is. */
struct tm *__raddle_shared_tm(void)
{
    static struct tm shared;
    shared.tm_isdst = 0;
    return &shared;
}
