char *strndup(const char *text, __SIZE_TYPE__ most)
{
    __SIZE_TYPE__ length = __builtin_strnlen(text, most);
    char *copy = __builtin_malloc(length + 1);
    if (copy) {
        __builtin_memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}
