void __raddle_may_be_cancelled(void);
int __raddle_result_of_readv(void);
__PTRDIFF_TYPE__ __raddle_received_bytes(void *buffer, __SIZE_TYPE__ size);

/* What comes fills the parts one after the other. */
__PTRDIFF_TYPE__ readv(int file, const struct iovec *parts, int count)
{
    __PTRDIFF_TYPE__ sum = 0;
    __raddle_may_be_cancelled();
    if (__raddle_result_of_readv() < 0)
        return -1;
    for (int number = 0; number < count; number++) {
        __SIZE_TYPE__ size = parts[number].iov_len;
        __PTRDIFF_TYPE__ come = __raddle_received_bytes(parts[number].iov_base, size);
        if (come < 0)
            break;
        sum += come;
        if ((__SIZE_TYPE__)come < size)
            break;
    }
    return sum;
}
