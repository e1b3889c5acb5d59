void __raddle_reads_bytes(const void *start, __SIZE_TYPE__ size);
struct hostent *__raddle_host(int family);

struct hostent *gethostbyaddr(const void *address, unsigned int size, int family)
{
    __raddle_reads_bytes(address, size);
    return __raddle_host(family);
}
