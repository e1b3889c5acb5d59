char *__raddle_put_date(const struct tm *broken, char *buffer, __SIZE_TYPE__ size);

char *asctime_r(const struct tm *broken, char *buffer)
{
    return __raddle_put_date(broken, buffer, 26);
}
