int __raddle_is_in_set(const char *set, char character);

/* At most `width` characters (0: any number) that are no white space ('s'), in a set ('['), or any ('c'). They go to `target`, unless it is
   null, with a zero behind them if they are a text and not none. Returns what stands behind them. */
const char *__raddle_scan_text(const char *at, char conversion, const char *set, int width, char *target)
{
    int length = 0;
    while (*at != 0 && (width == 0 || length < width)) {
        if (conversion == 's' && (*at == ' ' || (*at >= '\t' && *at <= '\r')))
            break;
        if (conversion == '[' && !__raddle_is_in_set(set, *at))
            break;
        if (target)
            target[length] = *at;
        length++;
        at++;
    }
    if (length > 0 && target && conversion != 'c')
        target[length] = 0;
    return at;
}
