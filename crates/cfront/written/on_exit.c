int __raddle_at_exit(void (*plain)(void), void (*other)(int, void *), void *argument);

int on_exit(void (*function)(int, void *), void *argument)
{
    return __raddle_at_exit(0, function, argument);
}
