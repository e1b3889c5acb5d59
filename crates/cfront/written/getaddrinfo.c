void *malloc(__SIZE_TYPE__ size);
void __raddle_reads_text(const char *text);
void __raddle_may_be_cancelled(void);
int __raddle_result_of_getaddrinfo(void);
int __raddle_result_of_number(void);
const char *__raddle_result_of_name(void);
unsigned long long __raddle_result_of_bytes(void);
void freeaddrinfo(struct addrinfo *list);

/* Any list of addresses. Each is an object of its own, of the size of an address of its version of the protocol. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
    struct addrinfo *list = (struct addrinfo *)0;
    __raddle_may_be_cancelled();
    if (node)
        __raddle_reads_text(node);
    if (service)
        __raddle_reads_text(service);
    int wanted = hints ? hints->ai_family : 0, kind = hints ? hints->ai_socktype : 0;
    int protocol = hints ? hints->ai_protocol : 0, flags = hints ? hints->ai_flags : 0;
    int code = __raddle_result_of_getaddrinfo();
    if (code != 0)
        return code;
    do {
        struct addrinfo *part = (struct addrinfo *)malloc(sizeof *part);
        if (!part) {
            freeaddrinfo(list);
            return -10;
        }
        int is_large = wanted == 10 || (wanted != 2 && __raddle_result_of_number() % 2);
        part->ai_addrlen = is_large ? 28 : 16;
        part->ai_addr = (struct sockaddr *)malloc(part->ai_addrlen);
        if (!part->ai_addr) {
            part->ai_next = list;
            freeaddrinfo(part);
            return -10;
        }
        unsigned long long bytes = 0;
        for (unsigned int at = 0; at < part->ai_addrlen; at++) {
            bytes = at % 8 ? bytes >> 8 : __raddle_result_of_bytes();
            ((unsigned char *)part->ai_addr)[at] = (unsigned char)bytes;
        }
        part->ai_flags = flags;
        part->ai_family = is_large ? 10 : 2;
        part->ai_addr->sa_family = (unsigned short)part->ai_family;
        part->ai_socktype = kind ? kind : __raddle_result_of_number();
        part->ai_protocol = protocol ? protocol : __raddle_result_of_number();
        part->ai_canonname = flags & 2 && !list ? (char *)__raddle_result_of_name() : (char *)0;
        part->ai_next = list;
        list = part;
    } while (__raddle_result_of_number() % 2);
    *result = list;
    return 0;
}
