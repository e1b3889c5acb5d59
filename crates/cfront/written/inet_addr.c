unsigned int htonl(unsigned int number);
int __raddle_parse_address(const char *text, unsigned int *result);

unsigned int inet_addr(const char *text)
{
    unsigned int address;
    return __raddle_parse_address(text, &address) ? htonl(address) : 0xffffffff;
}
