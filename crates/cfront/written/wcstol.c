long strtol(const char *text, char **end, int base);
char *__raddle_narrow_number(const __WCHAR_TYPE__ *text, __SIZE_TYPE__ *spaces, int base);
void free(void *pointer);

long wcstol(const __WCHAR_TYPE__ *text, __WCHAR_TYPE__ **end, int base)
{
    __SIZE_TYPE__ spaces;
    char *number = __raddle_narrow_number(text, &spaces, base), *last = (char *)0;
    long result = strtol(number, &last, base);
    if (end && last)
        *end = (__WCHAR_TYPE__ *)text + (last == number ? 0 : spaces + (__SIZE_TYPE__)(last - number));
    free(number);
    return result;
}
