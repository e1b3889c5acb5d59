unsigned char __VERIFIER_nondet_character_of_a_name(void);
void __VERIFIER_assume(int condition);
int __raddle_number_of_a_file(void);
int *__errno_location(void);

int mkstemp(char *name)
{
    __SIZE_TYPE__ length = 0;
    while (name[length] != 0)
        length++;
    __SIZE_TYPE__ marks = 0;
    while (marks < 6 && marks < length && name[length - 1 - marks] == 'X')
        marks++;
    if (marks < 6) {
        *__errno_location() = 22;
        return -1;
    }
    for (__SIZE_TYPE__ at = length - 6; at < length; at++) {
        unsigned char character = __VERIFIER_nondet_character_of_a_name();
        __VERIFIER_assume((character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z') ||
                          (character >= 'a' && character <= 'z'));
        name[at] = (char)character;
    }
    return __raddle_number_of_a_file();
}
