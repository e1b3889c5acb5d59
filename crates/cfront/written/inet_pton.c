int *__errno_location(void);
void __raddle_reads_text(const char *text);
int __raddle_result_of_address(void);
unsigned long long __raddle_result_of_bytes(void);

int inet_pton(int family, const char *text, void *result)
{
    unsigned char bytes[4];
    if (family == 10) {
        __raddle_reads_text(text);
        if (!__raddle_result_of_address())
            return 0;
        unsigned long long some = 0;
        for (int at = 0; at < 16; at++) {
            some = at % 8 ? some >> 8 : __raddle_result_of_bytes();
            ((unsigned char *)result)[at] = (unsigned char)some;
        }
        return 1;
    }
    if (family != 2) {
        *__errno_location() = 97;
        return -1;
    }
    for (int part = 0; part < 4; part++) {
        int value = 0, count = 0;
        for (; *text >= '0' && *text <= '9'; text++) {
            if (count > 0 && value == 0)
                return 0;
            value = value * 10 + (*text - '0');
            if (value > 255)
                return 0;
            count++;
        }
        if (count == 0 || *text != (part < 3 ? '.' : 0))
            return 0;
        bytes[part] = (unsigned char)value;
        text++;
    }
    for (int part = 0; part < 4; part++)
        ((unsigned char *)result)[part] = bytes[part];
    return 1;
}
