//@ unsafe
//@ twin: pointer_walks_an_array
//@ by: sequential
// A pointer that walks over an array and reads what it should.
#include <assert.h>

int main(void) {
    int a[3] = {1, 2, 3};
    int sum = 0;
    for (int *p = a; p < a + 2; p++)
        sum += *p;
    assert(sum == 6);
    return 0;
}
