void __raddle_reads_bytes(const void *start, __SIZE_TYPE__ size);
__PTRDIFF_TYPE__ __raddle_result_of_write(__SIZE_TYPE__ size);

__PTRDIFF_TYPE__ writev(int file, const struct iovec *parts, int count)
{
    __SIZE_TYPE__ size = 0;
    for (int number = 0; number < count; number++) {
        __raddle_reads_bytes(parts[number].iov_base, parts[number].iov_len);
        size += parts[number].iov_len;
    }
    return __raddle_result_of_write(size);
}
