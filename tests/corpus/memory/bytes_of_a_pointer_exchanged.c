//@ unknown
// The halves of a pointer in the other order are no pointer that is known to lead anywhere.
static int x;

union bytes {
    int *to;
    unsigned halves[sizeof(int *) / sizeof(unsigned)];
};

int main(void) {
    union bytes first = {&x}, second;
    second.halves[0] = first.halves[1];
    second.halves[1] = first.halves[0];
    *second.to = 1;
    return 0;
}
