//@ all: safe
//@ by: explicit
//@ twin: numbers_of_pure_functions_wrong
// What the arguments determine: bits, quotients, absolute values, characters.
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

int main(void) {
    assert(ffs(0) == 0 && ffs(8) == 4 && ffsl(1L << 20) == 21 && ffsll(-1) == 1);
    assert(imaxabs(-5) == 5 && imaxabs(7) == 7);
    div_t parts = div(-7, 2);
    assert(parts.quot == -3 && parts.rem == -1);
    lldiv_t wide = lldiv(10000000000LL, 3);
    assert(wide.quot == 3333333333LL && wide.rem == 1 && ldiv(9, -4).quot == -2);
    assert(isascii(127) && !isascii(128) && !isascii(-1) && toascii(0xc1) == 0x41);
    assert(strtoimax("-12", 0, 10) == -12 && strtoumax("0x10", 0, 0) == 16);
    return 0;
}
