/* In the C locale. */
int strcoll(const char *first, const char *second)
{
    return __builtin_strcmp(first, second);
}
