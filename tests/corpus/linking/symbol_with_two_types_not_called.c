//@ all: safe
//@ twin: symbol_with_two_types_called
// The call under the other type is not reached.
int one(int value)
{
    return value;
}

int *other(int *value) __asm__("one");

int main(void)
{
    static int never, value;
    if (never) {
        return *other(&value);
    }
    return one(0);
}
