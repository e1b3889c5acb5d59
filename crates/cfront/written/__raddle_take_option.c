int __raddle_result_of_getopt(const char *options);
int __VERIFIER_nondet_index(void);
_Bool __VERIFIER_nondet_next(void);
void __VERIFIER_assume(int condition);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* The next option: any one of those that the program names. `kind` is what stands behind its letter: 0, 1 for an argument, 2 for one that
   may be missing; -1 asks for a letter. The argument is the text in front of `optind`, or its end (-ofile). Where no
   argument is left there is no option. */
int __raddle_take_option(int count, char *const arguments[], const char *options, int kind)
{
    optarg = 0;
    int first = optind > 0 ? optind : 1;
    if (first >= count)
        return -1;
    int next = __VERIFIER_nondet_index();
    __VERIFIER_assume(next >= first && next <= count);
    int result = 0;
    if (kind < 0) {
        kind = 0;
        result = __raddle_result_of_getopt(options);
        if (result < 0) {
            optind = next;
            return -1;
        }
        if (result == 1 && *options == '-') {
            kind = 1;
        } else if (result != '?') {
            const char *at = *options == '-' || *options == '+' ? options + 1 : options;
            _Bool reports = *at == ':';
            while (*at && (*at != result || *at == ':'))
                at++;
            if (!*at) {
                optopt = result;
                result = reports && __VERIFIER_nondet_next() ? ':' : '?';
            } else if (at[1] == ':') {
                kind = at[2] == ':' ? 2 : 1;
            }
        }
    }
    if (kind == 1 || (kind == 2 && __VERIFIER_nondet_next())) {
        __VERIFIER_assume(next > first);
        char *text = arguments[next - 1];
        while (*text && __VERIFIER_nondet_next())
            text++;
        optarg = text;
    }
    optind = next;
    return result;
}
