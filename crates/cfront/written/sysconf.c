int __raddle_result_of_processors(void);
long __raddle_result_of_sysconf(int name);

/* There may be any number of processors up to 8192, the most that Linux is built for. Of the other numbers the system has one value. */
long sysconf(int name)
{
    return name == 83 || name == 84 ? __raddle_result_of_processors() : __raddle_result_of_sysconf(name);
}
