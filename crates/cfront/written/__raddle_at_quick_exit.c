void __raddle_too_many_functions_at_exit(void);
void __raddle_exit_inside_of_exit(void);

/* What runs when `quick_exit` is called (see `__raddle_at_exit`). */
static void (*__raddle_quick_functions[32])(void);
static int __raddle_quick_count;
static long long __raddle_quick_lock[8];
static long long __raddle_quick_process[8];
static _Thread_local _Bool __raddle_quick_runs;

int __raddle_at_quick_exit(void (*function)(void))
{
    __builtin_pthread_mutex_lock(__raddle_quick_lock);
    if (__raddle_quick_count >= 32)
        __raddle_too_many_functions_at_exit();
    __raddle_quick_functions[__raddle_quick_count++] = function;
    __builtin_pthread_mutex_unlock(__raddle_quick_lock);
    return 0;
}

__attribute__((noreturn)) void __raddle_quick_exit(int status)
{
    if (__raddle_quick_runs)
        __raddle_exit_inside_of_exit();
    __raddle_quick_runs = 1;
    __builtin_pthread_mutex_lock(__raddle_quick_process);
    for (;;) {
        __builtin_pthread_mutex_lock(__raddle_quick_lock);
        int last = __raddle_quick_count - 1;
        if (last < 0)
            break;
        void (*function)(void) = __raddle_quick_functions[last];
        __raddle_quick_count = last;
        __builtin_pthread_mutex_unlock(__raddle_quick_lock);
        function();
    }
    __builtin_pthread_mutex_unlock(__raddle_quick_lock);
    __builtin_quick_exit(status);
}
