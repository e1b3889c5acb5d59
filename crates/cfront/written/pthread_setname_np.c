/* A name has at most 15 characters. */
int pthread_setname_np(unsigned long thread, const char *name)
{
    return __builtin_strlen(name) > 15 ? 34 : 0;
}
