/* Behind white space. */
const char *__raddle_scan_space(const char *at)
{
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    return at;
}
