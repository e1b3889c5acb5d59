int *__errno_location(void);

/* Days are counted from 1 March of the year 0, so that a leap day is the last day of its year (E. M. Reingold, N. Dershowitz, Calendrical
   Calculations). An era has 400 years. */
struct tm *gmtime_r(const long *time, struct tm *result)
{
    long long days = *time / 86400, seconds = *time % 86400;
    if (seconds < 0) {
        seconds += 86400;
        days--;
    }
    long long since_march = days + 719468;
    long long era = (since_march >= 0 ? since_march : since_march - 146096) / 146097;
    long long day = since_march - era * 146097;
    long long year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    long long day_of_year = day - (365 * year + year / 4 - year / 100);
    long long month = (5 * day_of_year + 2) / 153;
    year += era * 400 + (month >= 10);
    if (year - 1900 > 2147483647 || year - 1900 < -2147483647 - 1) {
        *__errno_location() = 75;
        return (struct tm *)0;
    }
    _Bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    long long weekday = (days + 4) % 7;
    result->tm_sec = (int)(seconds % 60);
    result->tm_min = (int)(seconds / 60 % 60);
    result->tm_hour = (int)(seconds / 3600);
    result->tm_mday = (int)(day_of_year - (153 * month + 2) / 5 + 1);
    result->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
    result->tm_year = (int)(year - 1900);
    result->tm_wday = (int)(weekday < 0 ? weekday + 7 : weekday);
    result->tm_yday = (int)(month < 10 ? day_of_year + 59 + is_leap : day_of_year - 306);
    result->tm_isdst = 0;
    result->tm_gmtoff = 0;
    result->tm_zone = "GMT";
    return result;
}
