int sigemptyset(sigset_t *set)
{
    for (int word = 0; word < (int)(sizeof *set / sizeof(unsigned long)); word++)
        (*(unsigned long(*)[sizeof *set / sizeof(unsigned long)])set)[word] = 0;
    return 0;
}
