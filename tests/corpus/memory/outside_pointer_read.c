//@ unknown
// A function without a body returns any pointer. Where it is not null, it is not known whether an object is there: no verdict,
// also where the number is so small that it could be a member's place behind a null pointer.
char *outside(const char *name);

int main(void) {
    char *text = outside("HOME");
    if (text && text[0] == '/')
        return 1;
    return 0;
}
