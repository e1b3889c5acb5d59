int *__errno_location(void);

int sigismember(const sigset_t *set, int signal)
{
    int width = 8 * (int)sizeof(unsigned long);
    if (signal < 1 || signal > 64) {
        *__errno_location() = 22;
        return -1;
    }
    return (int)(((const unsigned long *)set)[(signal - 1) / width] >> (signal - 1) % width & 1);
}
