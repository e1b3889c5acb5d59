/* Overrides the weak definition of another file. */
int hook(void)
{
    return 2;
}
