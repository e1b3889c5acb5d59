/* Threads that nothing joins. */
void __raddle_thread(void (*function)(void *), void *argument)
{
    unsigned long thread;
    __builtin_pthread_create(&thread, 0, (void *(*)(void *))function, argument);
}
