void *mmap(void *address, __SIZE_TYPE__ size, int protection, int flags, int file, long offset);

void *mmap64(void *address, __SIZE_TYPE__ size, int protection, int flags, int file, long offset)
{
    return mmap(address, size, protection, flags, file, offset);
}
