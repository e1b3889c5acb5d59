//@ unsafe
//@ twin: large_array_keeps_a_cell
//@ by: sequential
// A large array: the cell below where the writing starts is kept.
#include <assert.h>

unsigned char a[200];
int main(void) {
    a[3] = 9;
    for (unsigned i = 3; i < 200; i++)
        a[i] = 0;
    assert(a[3] == 9);
    return 0;
}
