int __raddle_at_quick_exit(void (*function)(void));

int at_quick_exit(void (*function)(void))
{
    return __raddle_at_quick_exit(function);
}
