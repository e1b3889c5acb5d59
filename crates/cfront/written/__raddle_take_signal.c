int __raddle_signal_is_held(void);
int __raddle_handle_signal(int signal, int target);
int __raddle_signal_ends_late(void);
void __raddle_signal_that_stops_the_process(void);

/* A signal goes to this process: a handler runs, or the default action ends it, or does nothing. `target` is 1 if this thread gets the
   signal, and before it goes on, 2 if some thread of the process gets it, and 0 if it comes later. The default action ends the process at once if
   this thread gets a signal that is not blocked. Otherwise it ends it now, or whenever the system says: a choice that it does not really have. */
void __raddle_take_signal(int signal, int target)
{
    if (signal == 0 || __raddle_handle_signal(signal, target))
        return;
    if (signal == 17 || signal == 18 || signal == 23 || signal == 28)
        return;
    if (signal >= 19 && signal <= 22)
        __raddle_signal_that_stops_the_process();
    if (target == 1 && (signal == 9 || !__raddle_signal_is_held()))
        __builtin__exit(128);
    if (__raddle_signal_ends_late())
        return;
    __builtin__exit(128);
}
