int __raddle_result_of_number(void);
int __raddle_text_of_the_system(char *buffer, __SIZE_TYPE__ size);
unsigned long long __raddle_result_of_bytes(void);

/* The structure of `gethostbyname` and `gethostbyaddr` of all threads: a host with one or two addresses, or none is found.
   A name has fewer than NI_MAXHOST characters. */
struct hostent *__raddle_host(int family)
{
    static struct hostent shared;
    static unsigned char bytes[2][16];
    static char *addresses[3], *aliases[1];
    static char name[1025];
    if (__raddle_result_of_number() % 2)
        return (struct hostent *)0;
    __raddle_text_of_the_system(name, sizeof name);
    unsigned long long some = 0;
    for (int at = 0; at < 32; at++) {
        some = at % 8 ? some >> 8 : __raddle_result_of_bytes();
        bytes[at / 16][at % 16] = (unsigned char)some;
    }
    addresses[0] = (char *)bytes[0];
    addresses[1] = __raddle_result_of_number() % 2 ? (char *)bytes[1] : (char *)0;
    shared.h_name = name;
    shared.h_aliases = aliases;
    shared.h_addrtype = family;
    shared.h_length = family == 10 ? 16 : 4;
    shared.h_addr_list = addresses;
    return &shared;
}
