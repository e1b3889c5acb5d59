/* In the C locale. */
__SIZE_TYPE__ strxfrm(char *target, const char *text, __SIZE_TYPE__ size)
{
    __SIZE_TYPE__ length = __builtin_strlen(text);
    if (size > 0)
        __builtin_strncpy(target, text, length < size ? length + 1 : size);
    return length;
}
