//@ overflow: unsafe
//@ twin: condition_given_to_a_procedure
// A procedure that tests its parameter returns something, too.
#include <stdlib.h>

static int next(int number) {
    if (!number)
        abort();
    return number + 2147483642;
}

int main(void) {
    int number = 5;
    number = next(number);
    return number + 1;
}
