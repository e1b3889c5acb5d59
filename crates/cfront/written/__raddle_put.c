/* One character of formatted text: what does not fit is only counted. The count stays where it cannot grow. */
void __raddle_put(char *target, __SIZE_TYPE__ size, int *length, char character)
{
    int at = *length;
    if (target && at >= 0 && (__SIZE_TYPE__)at + 1 < size)
        target[at] = character;
    if (at < 2147483647)
        *length = at + 1;
}
