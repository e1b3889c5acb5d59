int ffs(int value)
{
    return __builtin_ffs(value);
}
