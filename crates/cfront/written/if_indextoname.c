int __raddle_result_of_if_indextoname(void);
int __raddle_text_of_the_system(char *buffer, __SIZE_TYPE__ size);

char *if_indextoname(unsigned int number, char *buffer)
{
    if (__raddle_result_of_if_indextoname() < 0)
        return (char *)0;
    __raddle_text_of_the_system(buffer, 16);
    return buffer;
}
