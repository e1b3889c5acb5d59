int *__errno_location(void);
int __raddle_hold_signal(int signal, unsigned long thread);
void __raddle_take_signal(int signal, int target);

int raise(int signal)
{
    if (signal < 0 || signal > 64) {
        *__errno_location() = 22;
        return -1;
    }
    if (!__raddle_hold_signal(signal, -1ul))
        __raddle_take_signal(signal, 1);
    return 0;
}
