char *__raddle_put_date(const struct tm *broken, char *buffer, __SIZE_TYPE__ size);

char *asctime(const struct tm *broken)
{
    static char shared[100];
    return __raddle_put_date(broken, shared, sizeof shared);
}
