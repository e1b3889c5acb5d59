/* The array is one of `char` in the other file. */
extern unsigned char x[];

int first(void)
{
    return x[0];
}
