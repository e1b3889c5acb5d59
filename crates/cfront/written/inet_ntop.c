int *__errno_location(void);
int __raddle_put_address(const unsigned char *bytes, char *buffer);
void __raddle_reads_bytes(const void *start, __SIZE_TYPE__ size);
int __raddle_text_of_the_system(char *buffer, __SIZE_TYPE__ size);

const char *inet_ntop(int family, const void *address, char *buffer, unsigned int size)
{
    char text[46];
    int length;
    if (family == 2) {
        length = __raddle_put_address((const unsigned char *)address, text);
    } else if (family == 10) {
        __raddle_reads_bytes(address, 16);
        length = __raddle_text_of_the_system(text, sizeof text);
    } else {
        *__errno_location() = 97;
        return (const char *)0;
    }
    if ((unsigned int)length >= size) {
        *__errno_location() = 28;
        return (const char *)0;
    }
    for (int at = 0; at <= length; at++)
        buffer[at] = text[at];
    return buffer;
}
