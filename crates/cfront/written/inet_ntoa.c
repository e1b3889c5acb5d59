int __raddle_put_address(const unsigned char *bytes, char *buffer);

/* POSIX lets threads share the text. */
char *inet_ntoa(struct in_addr address)
{
    static char shared[18];
    __raddle_put_address((const unsigned char *)&address, shared);
    return shared;
}
