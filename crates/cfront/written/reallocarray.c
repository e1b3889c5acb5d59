int *__errno_location(void);

void *reallocarray(void *old, __SIZE_TYPE__ count, __SIZE_TYPE__ size)
{
    if (size > 0 && count > (__SIZE_TYPE__)-1 / size) {
        *__errno_location() = 12;
        return (void *)0;
    }
    return __builtin_realloc(old, count * size);
}
