void swab(const void *from, void *to, __PTRDIFF_TYPE__ size)
{
    const char *source = from;
    char *target = to;
    for (; size > 1; size -= 2) {
        char first = source[0], second = source[1];
        target[0] = second;
        target[1] = first;
        source += 2;
        target += 2;
    }
}
