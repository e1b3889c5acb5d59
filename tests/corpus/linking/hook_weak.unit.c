/* The definition that another file may override, and an alias that stays with it. */
__attribute__((weak)) int hook(void)
{
    return 1;
}

int default_hook(void) __attribute__((alias("hook")));

int run(void)
{
    return hook();
}
