void __VERIFIER_assume(int condition);
/* Of the library: any text. */
extern char __raddle_version_of_zlib[12];

const char *zlibVersion(void)
{
    __VERIFIER_assume(__raddle_version_of_zlib[11] == 0);
    return __raddle_version_of_zlib;
}
