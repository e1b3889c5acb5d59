int *__errno_location(void);
void __raddle_take_signal(int signal, int target);

int raise(int signal)
{
    if (signal < 0 || signal > 64) {
        *__errno_location() = 22;
        return -1;
    }
    __raddle_take_signal(signal, 1);
    return 0;
}
