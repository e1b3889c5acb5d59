//@ all: safe
//@ twin: characters_counted_wrongly
// `%n` stores how many characters were printed, in the type that its length names.
#include <assert.h>
#include <stdio.h>

static char format[] = "ab%hn";

int main(void) {
    int i = -1;
    long l = -1;
    short h = -1;
    struct {
        signed char c, next;
    } s = {-1, -1};
    printf("abc%n%ln", &i, &l);
    assert(i == 3 && l == 3);
    printf("%c%%%hhn", 'x', &s.c);
    assert(s.c == 2 && s.next == -1);
    printf(format, &h);
    assert(h == 2);
    return 0;
}
