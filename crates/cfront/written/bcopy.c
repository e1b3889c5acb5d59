void bcopy(const void *from, void *to, __SIZE_TYPE__ size)
{
    __builtin_memmove(to, from, size);
}
