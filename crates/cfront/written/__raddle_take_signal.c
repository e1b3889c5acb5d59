int __raddle_signal_is_held(void);
int __raddle_signal_ends_late(void);
void __raddle_signal_that_stops_the_process(void);

/* A signal goes to this process: the default action ends it, or does nothing. `is_own` says that this thread gets it, and before it goes
   on. Otherwise, and where the signal may be blocked or ignored, the process ends now, or whenever the system says: a choice that it does
   not really have. */
void __raddle_take_signal(int signal, int is_own)
{
    if (signal == 0 || signal == 17 || signal == 18 || signal == 23 || signal == 28)
        return;
    if (signal >= 19 && signal <= 22)
        __raddle_signal_that_stops_the_process();
    if (is_own && (signal == 9 || !__raddle_signal_is_held()))
        __builtin__exit(128);
    if (__raddle_signal_ends_late())
        return;
    __builtin__exit(128);
}
