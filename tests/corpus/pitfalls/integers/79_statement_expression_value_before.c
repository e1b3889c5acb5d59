//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_statement_expression
// Not the one before.
#include <assert.h>

int main(void) {
    int x = 1;
    int y = ({
        x++;
        x * 10;
    });
    assert(x == 2 && y == 1);
    return 0;
}
