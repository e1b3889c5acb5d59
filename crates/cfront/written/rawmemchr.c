void *rawmemchr(const void *memory, int wanted)
{
    const unsigned char *bytes = memory;
    while (*bytes != (unsigned char)wanted)
        bytes++;
    return (void *)bytes;
}
