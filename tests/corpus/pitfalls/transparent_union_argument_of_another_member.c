//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: transparent_union_argument
/* The function sees the characters of the pointer that was passed. */
#include <assert.h>

typedef union {
    int *number;
    const char *text;
} view __attribute__((transparent_union));

static int first(view of, int is_text)
{
    return is_text ? of.text[0] : of.number[0];
}

int main(void)
{
    int number = 5;
    void *any = &number;
    assert(first(&number, 0) == 5);
    assert(first("b", 1) == 'a');
    assert(first(any, 0) == 5);
    return 0;
}
