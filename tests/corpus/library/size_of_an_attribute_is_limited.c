//@ all: safe
//@ domain: -1 0 1 2 3
//@ twin: size_of_an_attribute_is_asked
// The value fits into the buffer.
long getxattr(const char *path, const char *name, void *value, unsigned long size);

int main(void)
{
    char value[3];
    long size = getxattr("/tmp/x", "user.a", value, 2);
    if (size > 0)
        value[size] = 0;
    return 0;
}
