//@ assertions: unsafe  others: safe
//@ twin: formatted_with_all_flags
// Each literal format is compiled to its own function. A precision of 0 writes no digit for the number 0.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static char text[64];

int main(void)
{
    int length = snprintf(text, sizeof text, "%d|%5d|%-5d|%05d|%+d|% d", 7, -42, 42, -42, 7, 7);
    assert(strcmp(text, "7|  -42|42   |-0042|+7| 7") == 0 && length == 25);
    snprintf(text, sizeof text, "%hd %hhu %hhd", 65537, 300, 200);
    assert(strcmp(text, "1 44 -56") == 0);
    sprintf(text, "%x %#X %o %#o %lu", 255u, 255, 8u, 8u, 5000000000ul);
    assert(strcmp(text, "ff 0XFF 10 010 5000000000") == 0);
    sprintf(text, "%.3d %5.3d %.0d|", 7, 7, 0);
    assert(strcmp(text, "007   007 0|") == 0);
    sprintf(text, "%c%%%s %.2s %4s %-4s|", 'a', "bc", "defg", "h", "i");
    assert(strcmp(text, "a%bc de    h i   |") == 0);
    length = snprintf(text, 4, "%s %zu", "abcdef", sizeof(char));
    assert(strcmp(text, "abc") == 0 && length == 8);
    length = snprintf(0, 0, "%ld", -9223372036854775807l - 1);
    assert(length == 20);
    return 0;
}
