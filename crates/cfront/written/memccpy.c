void *memccpy(void *target, const void *from, int last, __SIZE_TYPE__ size)
{
    unsigned char *to = target;
    const unsigned char *bytes = from;
    for (__SIZE_TYPE__ at = 0; at < size; at++) {
        to[at] = bytes[at];
        if (bytes[at] == (unsigned char)last)
            return to + at + 1;
    }
    return (void *)0;
}
