int *__errno_location(void);
int __raddle_result_of_time_zone(void);
int __raddle_result_of_summer_time(void);
int __raddle_result_of_change_of_clocks(void);
const char *__raddle_result_of_name_of_zone(void);
struct tm *gmtime_r(const long *time, struct tm *result);
long timegm(struct tm *broken);

/* Any zone. Where clocks are changed, members that name no time of this zone are corrected by up to two hours. */
long mktime(struct tm *broken)
{
    struct tm corrected = *broken;
    long offset = __raddle_result_of_time_zone(), seconds = timegm(&corrected), result;
    if (seconds == -1 && corrected.tm_year != 69)
        return -1;
    seconds += __raddle_result_of_change_of_clocks();
    if (__builtin_sub_overflow(seconds, offset, &result) || !gmtime_r(&seconds, &corrected)) {
        *__errno_location() = 75;
        return -1;
    }
    corrected.tm_isdst = __raddle_result_of_summer_time();
    corrected.tm_gmtoff = offset;
    corrected.tm_zone = __raddle_result_of_name_of_zone();
    *broken = corrected;
    return result;
}
