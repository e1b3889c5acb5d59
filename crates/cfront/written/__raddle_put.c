/* One character of formatted text: what does not fit is only counted. */
void __raddle_put(char *target, __SIZE_TYPE__ size, int *length, char character)
{
    if (target && (__SIZE_TYPE__)*length + 1 < size)
        target[*length] = character;
    ++*length;
}
