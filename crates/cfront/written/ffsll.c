int ffsll(long long value)
{
    return __builtin_ffsll(value);
}
