//@ memory: unsafe  others: safe
//@ domain: -1 0 1 2 3
//@ twin: size_of_an_attribute_is_limited
// With a buffer of size 0 the result is the size of the value.
long getxattr(const char *path, const char *name, void *value, unsigned long size);

int main(void)
{
    char value[3];
    long size = getxattr("/tmp/x", "user.a", 0, 0);
    if (size > 0)
        value[size] = 0;
    return 0;
}
