int __raddle_result_of_pthread_kill(void);
int __raddle_hold_signal(int signal, unsigned long thread);
void __raddle_take_signal(int signal, int target);

int pthread_kill(pthread_t thread, int signal)
{
    if (signal < 0 || signal > 64)
        return 22;
    int is_held = __raddle_hold_signal(signal, thread);
    if (thread == __builtin_pthread_self()) {
        if (!is_held)
            __raddle_take_signal(signal, 1);
        return 0;
    }
    if (!is_held)
        __raddle_take_signal(signal, 0);
    /* 3 if the thread has ended. */
    return __raddle_result_of_pthread_kill();
}
