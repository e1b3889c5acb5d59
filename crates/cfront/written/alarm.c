unsigned int __raddle_result_of_alarm(void);
void __raddle_take_signal(int signal, int target);

/* SIGALRM comes later, or another alarm replaces this one. */
unsigned int alarm(unsigned int seconds)
{
    if (seconds != 0)
        __raddle_take_signal(14, 0);
    return __raddle_result_of_alarm();
}
