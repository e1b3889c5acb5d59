int __raddle_text_of_the_system(char *buffer, __SIZE_TYPE__ size);

int uname(struct utsname *result)
{
    __raddle_text_of_the_system(result->sysname, sizeof result->sysname);
    __raddle_text_of_the_system(result->nodename, sizeof result->nodename);
    __raddle_text_of_the_system(result->release, sizeof result->release);
    __raddle_text_of_the_system(result->version, sizeof result->version);
    __raddle_text_of_the_system(result->machine, sizeof result->machine);
    return 0;
}
