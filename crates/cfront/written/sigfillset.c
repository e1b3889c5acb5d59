/* All of 64 signals but two that the C library keeps for itself. */
int sigfillset(sigset_t *set)
{
    unsigned long(*words)[sizeof *set / sizeof(unsigned long)] = (unsigned long(*)[sizeof *set / sizeof(unsigned long)])set;
    for (int word = 0; word < (int)(sizeof *set / sizeof(unsigned long)); word++)
        (*words)[word] = 0;
    (*words)[0] = sizeof(unsigned long) == 8 ? ~(3ul << 31) : ~0ul >> 1;
    if (sizeof(unsigned long) == 4)
        (*words)[1] = ~1ul;
    return 0;
}
