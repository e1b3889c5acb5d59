int *__errno_location(void);
int __raddle_result_of_time_zone(void);
int __raddle_result_of_summer_time(void);
const char *__raddle_result_of_name_of_zone(void);
int __raddle_result_of_second(void);
int __raddle_result_of_minute(void);
int __raddle_result_of_hour(void);
int __raddle_result_of_day(void);
int __raddle_result_of_month(void);
int __raddle_result_of_near_year(void);
int __raddle_result_of_year(void);
int __raddle_result_of_weekday(void);
int __raddle_result_of_day_of_year(void);

/* Any date in any zone. Which one it is takes long divisions that few programs ask for: each member has a value in its range, and the year is
   near to that of the time if it is one of this century or the last. */
struct tm *localtime_r(const long *time, struct tm *result)
{
    if (*time >= 0 && (unsigned long)*time <= 4294967295UL) {
        result->tm_year = __raddle_result_of_near_year();
    } else {
        if (__raddle_result_of_summer_time()) {
            *__errno_location() = 75;
            return (struct tm *)0;
        }
        result->tm_year = __raddle_result_of_year();
    }
    result->tm_sec = __raddle_result_of_second();
    result->tm_min = __raddle_result_of_minute();
    result->tm_hour = __raddle_result_of_hour();
    result->tm_mday = __raddle_result_of_day();
    result->tm_mon = __raddle_result_of_month();
    result->tm_wday = __raddle_result_of_weekday();
    result->tm_yday = __raddle_result_of_day_of_year();
    result->tm_isdst = __raddle_result_of_summer_time();
    result->tm_gmtoff = __raddle_result_of_time_zone();
    result->tm_zone = __raddle_result_of_name_of_zone();
    return result;
}
