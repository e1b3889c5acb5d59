/* No model and no body: differences that are not exact. */
void __raddle_long_time_without_model(void);

double difftime(long end, long begin)
{
    long most = sizeof(long) == 4 ? 2147483647L : (long)(1ull << 52);
    if (end > most || end < -most || begin > most || begin < -most)
        __raddle_long_time_without_model();
    return (double)end - (double)begin;
}
