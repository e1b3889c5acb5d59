struct tm *localtime(const long *time);
char *asctime(const struct tm *broken);

char *ctime(const long *time)
{
    struct tm *broken = localtime(time);
    return broken ? asctime(broken) : (char *)0;
}
