__SIZE_TYPE__ strlcat(char *target, const char *text, __SIZE_TYPE__ size)
{
    __SIZE_TYPE__ before = __builtin_strnlen(target, size);
    __SIZE_TYPE__ length = __builtin_strlen(text);
    if (before < size) {
        __SIZE_TYPE__ copied = length < size - before ? length : size - before - 1;
        __builtin_memcpy(target + before, text, copied);
        target[before + copied] = 0;
    }
    return before + length;
}
