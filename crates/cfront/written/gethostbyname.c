void __raddle_reads_text(const char *text);
struct hostent *__raddle_host(int family);

struct hostent *gethostbyname(const char *name)
{
    __raddle_reads_text(name);
    return __raddle_host(2);
}
