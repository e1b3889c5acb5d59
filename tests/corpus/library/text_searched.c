//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[9]="abc", b[9]="cab";
    char *q = strchr(a,98);
    q = strchr(a,0);
    q = strrchr(a,97);
    int n = strspn(a,"ab")+strcspn(a,"c");
    q = strpbrk(a,"xc");
    q = strstr(a,"bc");
    q = strstr(a,"zz");
    q = strdup(a);
    n += memcmp(a,b,3);
    q = memchr(a,99,4);
    q = mempcpy(b,a,2);
    bzero(b,4);
    free(strdup("x"));
    strchr(a,98);
    strdup(a);
    memcmp(a,b,2);
    assert(0);
    return 0;
}
