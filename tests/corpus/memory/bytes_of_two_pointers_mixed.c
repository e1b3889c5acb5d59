//@ unknown
// The lower half of one pointer and the upper half of another one are no pointer that is known to lead anywhere.
static int x, y;

union bytes {
    int *to;
    unsigned halves[sizeof(int *) / sizeof(unsigned)];
};

int main(void) {
    union bytes first = {&x}, second = {&y}, mixed;
    mixed.halves[0] = first.halves[0];
    mixed.halves[1] = second.halves[1];
    *mixed.to = 1;
    return 0;
}
