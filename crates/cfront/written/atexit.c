int __raddle_at_exit(void (*plain)(void), void (*other)(int, void *), void *argument);

int atexit(void (*function)(void))
{
    return __raddle_at_exit(function, 0, 0);
}
