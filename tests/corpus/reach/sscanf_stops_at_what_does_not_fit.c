//@ all: safe
//@ by: explicit
//@ twin: sscanf_assigns_no_more
// Each conversion in turn, up to the first that does not fit the text.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int year, month = 7, end = 0;
    char unit = 'x';
    assert(sscanf(" 2024-05.", "%d-%2d%n%c", &year, &month, &end, &unit) == 3);
    assert(year == 2024 && month == 5 && end == 8 && unit == '.');
    assert(sscanf("12 apples", "%d pears%d", &year, &month) == 1);
    assert(year == 12 && month == 5);
    return 0;
}
