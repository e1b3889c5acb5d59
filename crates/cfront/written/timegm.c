int *__errno_location(void);
struct tm *gmtime_r(const long *time, struct tm *result);

/* The inverse of `gmtime_r`, of members that may lie outside of their ranges; these are corrected. */
long timegm(struct tm *broken)
{
    long long month = broken->tm_mon, year = broken->tm_year + 1900LL + month / 12;
    month %= 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    month = month >= 2 ? month - 2 : month + 10;
    year -= month >= 10;
    long long era = (year >= 0 ? year : year - 399) / 400;
    long long year_of_era = year - era * 400;
    long long day_of_year = (153 * month + 2) / 5 + broken->tm_mday - 1;
    long long days = era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
    long long seconds = days * 86400 + broken->tm_hour * 3600LL + broken->tm_min * 60LL + broken->tm_sec;
    long time = (long)seconds;
    struct tm corrected;
    if (time != seconds || !gmtime_r(&time, &corrected)) {
        *__errno_location() = 75;
        return -1;
    }
    *broken = corrected;
    return time;
}
