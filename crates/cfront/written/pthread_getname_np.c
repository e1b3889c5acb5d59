int __raddle_result_of_pthread_getname_np(void);
int __raddle_text_of_the_system(char *buffer, __SIZE_TYPE__ size);

/* A buffer has room for the longest name, or gets nothing. The name of another thread need not be known. */
int pthread_getname_np(unsigned long thread, char *buffer, __SIZE_TYPE__ size)
{
    if (size < 16)
        return 34;
    if (thread != __builtin_pthread_self()) {
        int code = __raddle_result_of_pthread_getname_np();
        if (code != 0)
            return code;
    }
    __raddle_text_of_the_system(buffer, 16);
    return 0;
}
