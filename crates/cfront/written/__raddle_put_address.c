/* Four bytes as a text, and how long it is. */
int __raddle_put_address(const unsigned char *bytes, char *buffer)
{
    int length = 0;
    for (int part = 0; part < 4; part++) {
        unsigned int byte = bytes[part];
        if (part > 0)
            buffer[length++] = '.';
        if (byte >= 100)
            buffer[length++] = (char)('0' + byte / 100);
        if (byte >= 10)
            buffer[length++] = (char)('0' + byte / 10 % 10);
        buffer[length++] = (char)('0' + byte % 10);
    }
    buffer[length] = 0;
    return length;
}
