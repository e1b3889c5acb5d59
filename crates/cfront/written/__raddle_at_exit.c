void __raddle_too_many_functions_at_exit(void);
void __raddle_exit_inside_of_exit(void);
void __raddle_end_of_initial_thread(void);

/* What runs when the process ends in order, and a lock for it. A second lock is never given back: a thread that calls `exit` while another
   one does waits for the end of the process. */
static void (*__raddle_exit_plain[32])(void);
static void (*__raddle_exit_other[32])(int, void *);
static void *__raddle_exit_arguments[32];
static int __raddle_exit_count;
static long long __raddle_exit_lock[8];
static long long __raddle_exit_process[8];
static _Thread_local _Bool __raddle_exit_runs;
static _Thread_local _Bool __raddle_exit_initial;

/* The two looks at what has no model. They are empty where the program shows that they find nothing. */
void __raddle_count_at_exit(void)
{
    if (__raddle_exit_count >= 32)
        __raddle_too_many_functions_at_exit();
}

void __raddle_first_exit(void)
{
    if (__raddle_exit_runs)
        __raddle_exit_inside_of_exit();
    __raddle_exit_runs = 1;
}

int __raddle_at_exit(void (*plain)(void), void (*other)(int, void *), void *argument)
{
    __builtin_pthread_mutex_lock(__raddle_exit_lock);
    __raddle_count_at_exit();
    __raddle_exit_plain[__raddle_exit_count] = plain;
    __raddle_exit_other[__raddle_exit_count] = other;
    __raddle_exit_arguments[__raddle_exit_count] = argument;
    __raddle_exit_count++;
    __builtin_pthread_mutex_unlock(__raddle_exit_lock);
    return 0;
}

/* The initial thread starts. */
void __raddle_begin(void)
{
    __raddle_exit_initial = 1;
}

/* A thread ends, but not by a return from its first function. If it is the initial one, the last thread ends the process. */
void __raddle_leave(void)
{
    if (__raddle_exit_initial || __raddle_exit_runs)
        __raddle_end_of_initial_thread();
}

void __raddle_destructors(void)
{
}

__attribute__((noreturn)) void __raddle_exit(int status)
{
    __raddle_first_exit();
    __builtin_pthread_mutex_lock(__raddle_exit_process);
    for (;;) {
        __builtin_pthread_mutex_lock(__raddle_exit_lock);
        int last = __raddle_exit_count - 1;
        if (last < 0)
            break;
        void (*plain)(void) = __raddle_exit_plain[last];
        void (*other)(int, void *) = __raddle_exit_other[last];
        void *argument = __raddle_exit_arguments[last];
        __raddle_exit_count = last;
        __builtin_pthread_mutex_unlock(__raddle_exit_lock);
        if (other)
            other(status, argument);
        else
            plain();
    }
    __builtin_pthread_mutex_unlock(__raddle_exit_lock);
    __raddle_destructors();
    __builtin_exit(status);
}
