//@ unsafe
//@ by: explicit
// b += a adds as int: 3 + INT_MAX.
#include <limits.h>

int main(void) {
    char b = 3;
    int a = INT_MAX;
    b += a;
    return b;
}
