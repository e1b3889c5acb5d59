/* An address of the Internet in up to four parts, each octal, decimal or hexadecimal, as numbers of the host. Space may follow. */
int __raddle_parse_address(const char *text, unsigned int *result)
{
    unsigned int address = 0;
    for (int parts = 1; parts <= 4; parts++) {
        unsigned long long value = 0;
        int base = 10, is_large = 0;
        if (*text < '0' || *text > '9')
            return 0;
        if (*text == '0') {
            base = 8;
            if (text[1] == 'x' || text[1] == 'X') {
                char next = text[2] | 0x20;
                if ((text[2] >= '0' && text[2] <= '9') || (next >= 'a' && next <= 'f')) {
                    base = 16;
                    text += 2;
                }
            }
        }
        for (;;) {
            int digit = *text >= '0' && *text <= '9' ? *text - '0' : 99;
            char letter = *text | 0x20;
            if (base == 16 && letter >= 'a' && letter <= 'f')
                digit = letter - 'a' + 10;
            if (digit >= base)
                break;
            value = value * (unsigned)base + (unsigned)digit;
            is_large |= value > 0xffffffff;
            value &= 0xffffffff;
            text++;
        }
        if (is_large)
            return 0;
        if (*text == '.' && parts < 4) {
            if (value > 255)
                return 0;
            address |= (unsigned int)value << (32 - 8 * parts);
            text++;
            continue;
        }
        if (*text != 0 && *text != ' ' && (*text < '\t' || *text > '\r'))
            return 0;
        if (parts > 1 && value >> (40 - 8 * parts))
            return 0;
        *result = address | (unsigned int)value;
        return 1;
    }
    return 0;
}
