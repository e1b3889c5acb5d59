int __raddle_number_of_a_file(void);
void __VERIFIER_assume(int condition);

int socketpair(int domain, int type, int protocol, int files[2])
{
    int first = __raddle_number_of_a_file();
    if (first < 0)
        return -1;
    int second = __raddle_number_of_a_file();
    __VERIFIER_assume(second >= 0);
    files[0] = first;
    files[1] = second;
    return 0;
}
