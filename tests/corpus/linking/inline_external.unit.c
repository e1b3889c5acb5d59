/* The external definition of the inline function, and a static function of the name that main's file uses, too. */
inline int twice(int x)
{
    return x + x;
}

extern int twice(int x);

static int step(int x)
{
    return x + 10;
}

int far_step(int x)
{
    return step(twice(x));
}
