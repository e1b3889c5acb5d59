/* Jumps to another function (C11 7.13). A function that calls `setjmp` has a frame: its thread, and how many such functions of the thread run
   up to it. The buffer of a jump holds the address of the frame, so a jump to a function that has returned reads an object that has ended.
   While the target is not 0, all calls return. */
static _Thread_local unsigned long __raddle_jump_target;
static _Thread_local long __raddle_jump_site;
static _Thread_local int __raddle_jump_value;
static _Thread_local unsigned long __raddle_jump_depth;

void __raddle_enter_frame(unsigned long *frame)
{
    frame[0] = (unsigned long)__builtin_pthread_self();
    frame[1] = ++__raddle_jump_depth;
}

void __raddle_leave_frame(void)
{
    __raddle_jump_depth--;
}

/* `setjmp` is called directly. */
void __raddle_set_jump(void *buffer, unsigned long *frame, long site)
{
    ((void **)buffer)[0] = frame;
    *(long *)((void **)buffer + 1) = site;
}

void __raddle_long_jump(void *buffer, int value)
{
    unsigned long *frame = ((void **)buffer)[0];
    /* A function of another thread is none that the jump may go to. */
    if (frame[0] != (unsigned long)__builtin_pthread_self())
        frame = 0;
    __raddle_jump_site = *(long *)((void **)buffer + 1);
    __raddle_jump_value = value ? value : 1;
    __raddle_jump_target = frame[1];
}

/* Ends a jump in the function that it goes to: which of its calls of `setjmp` returns. 0 if it goes to another function. */
long __raddle_jump_arrives(unsigned long *frame)
{
    if (__raddle_jump_target != frame[1])
        return 0;
    __raddle_jump_target = 0;
    return __raddle_jump_site;
}

/* What that call returns. */
int __raddle_jump_result(void)
{
    return __raddle_jump_value;
}
