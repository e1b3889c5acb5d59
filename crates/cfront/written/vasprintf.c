void *malloc(__SIZE_TYPE__ size);
void __VERIFIER_assume(int condition);
int vsnprintf(char *buffer, __SIZE_TYPE__ size, const char *format, __builtin_va_list arguments);

int vasprintf(char **result, const char *format, __builtin_va_list arguments)
{
    __builtin_va_list again;
    __builtin_va_copy(again, arguments);
    int length = vsnprintf((char *)0, 0, format, again);
    __builtin_va_end(again);
    char *text = length < 0 ? (char *)0 : (char *)malloc((__SIZE_TYPE__)length + 1);
    if (!text)
        return -1;
    /* Numbers whose characters are any have the same ones again. */
    __VERIFIER_assume(vsnprintf(text, (__SIZE_TYPE__)length + 1, format, arguments) == length);
    *result = text;
    return length;
}
