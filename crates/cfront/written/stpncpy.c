char *stpncpy(char *target, const char *text, __SIZE_TYPE__ size)
{
    __SIZE_TYPE__ at = 0;
    for (; at < size; at++) {
        target[at] = text[at];
        if (!target[at])
            break;
    }
    for (__SIZE_TYPE__ rest = at; rest < size; rest++)
        target[rest] = 0;
    return target + at;
}
