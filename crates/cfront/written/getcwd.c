int *__errno_location(void);
void __raddle_may_be_cancelled(void);
void __VERIFIER_assume(int condition);
int __raddle_result_of_getcwd(void);
int __raddle_text_of_getcwd(char *buffer, __SIZE_TYPE__ size);
/* No model and no body: C libraries differ. */
void __raddle_getcwd_without_a_buffer(void);

char *getcwd(char *buffer, __SIZE_TYPE__ size)
{
    __raddle_may_be_cancelled();
    if (!buffer)
        __raddle_getcwd_without_a_buffer();
    if (size == 0) {
        *__errno_location() = 22;
        return (char *)0;
    }
    if (__raddle_result_of_getcwd() < 0)
        return (char *)0;
    __VERIFIER_assume(__raddle_text_of_getcwd(buffer, size) > 0 && buffer[0] == '/');
    return buffer;
}
