//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <string.h>

int main(void) {
    char a[9]="abc", b[9];
    strlen(a);
    int n = strlen(a);
    n += strnlen(a,2);
    strcpy(b,a);
    stpcpy(b,a);
    strncpy(b,a,6);
    strcat(b,a);
    strncat(b,a,1);
    n += strcmp(a,b);
    n += strncmp(a,b,2);
    n += strcasecmp(a,b);
    n += strncasecmp(a,b,2);
    assert(0);
    return 0;
}
