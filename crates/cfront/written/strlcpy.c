__SIZE_TYPE__ strlcpy(char *target, const char *text, __SIZE_TYPE__ size)
{
    __SIZE_TYPE__ length = __builtin_strlen(text);
    if (size > 0) {
        __SIZE_TYPE__ copied = length < size ? length : size - 1;
        __builtin_memcpy(target, text, copied);
        target[copied] = 0;
    }
    return length;
}
