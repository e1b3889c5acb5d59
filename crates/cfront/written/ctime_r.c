struct tm *localtime_r(const long *time, struct tm *result);
char *asctime_r(const struct tm *broken, char *buffer);

char *ctime_r(const long *time, char *buffer)
{
    struct tm broken;
    return localtime_r(time, &broken) ? asctime_r(&broken, buffer) : (char *)0;
}
