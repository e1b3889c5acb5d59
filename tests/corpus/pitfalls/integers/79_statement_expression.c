//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_statement_expression_value_before
// The value of a GNU statement expression is its last one.
#include <assert.h>

int main(void) {
    int x = 1;
    int y = ({
        x++;
        x * 10;
    });
    assert(x == 2 && y == 20);
    return 0;
}
