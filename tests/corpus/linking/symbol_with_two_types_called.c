//@ unknown
//@ twin: symbol_with_two_types_not_called
// The call under the other type is reached: it has no meaning.
int one(int value)
{
    return value;
}

int *other(int *value) __asm__("one");

int main(void)
{
    static int never, value;
    if (never == 0) {
        return *other(&value);
    }
    return one(0);
}
