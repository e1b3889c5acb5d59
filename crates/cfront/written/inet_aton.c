unsigned int htonl(unsigned int number);
int __raddle_parse_address(const char *text, unsigned int *result);

int inet_aton(const char *text, struct in_addr *result)
{
    unsigned int address;
    if (!__raddle_parse_address(text, &address))
        return 0;
    if (result)
        result->s_addr = htonl(address);
    return 1;
}
