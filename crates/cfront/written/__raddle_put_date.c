int *__errno_location(void);
int snprintf(char *buffer, __SIZE_TYPE__ size, const char *format, ...);

/* The text of `asctime`, if it fits. */
char *__raddle_put_date(const struct tm *broken, char *buffer, __SIZE_TYPE__ size)
{
    static const char days[8][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "???"};
    static const char months[13][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul",
                                       "Aug", "Sep", "Oct", "Nov", "Dec", "???"};
    int day = broken->tm_wday, month = broken->tm_mon;
    if (day < 0 || day > 6)
        day = 7;
    if (month < 0 || month > 11)
        month = 12;
    if (broken->tm_year > 2147483647 - 1900) {
        *__errno_location() = 75;
        return (char *)0;
    }
    int length = snprintf(buffer, size, "%s %s%3d %.2d:%.2d:%.2d %d\n", days[day], months[month], broken->tm_mday,
                          broken->tm_hour, broken->tm_min, broken->tm_sec, 1900 + broken->tm_year);
    if (length < 0 || (__SIZE_TYPE__)length >= size) {
        *__errno_location() = 75;
        return (char *)0;
    }
    return buffer;
}
