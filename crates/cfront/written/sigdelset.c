int *__errno_location(void);

int sigdelset(sigset_t *set, int signal)
{
    int width = 8 * (int)sizeof(unsigned long);
    if (signal < 1 || signal > 64 || signal == 32 || signal == 33) {
        *__errno_location() = 22;
        return -1;
    }
    (*(unsigned long(*)[sizeof *set / sizeof(unsigned long)])set)[(signal - 1) / width] &= ~(1ul << (signal - 1) % width);
    return 0;
}
