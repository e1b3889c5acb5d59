//@ assertions: unsafe  others: safe
//@ twin: array_member_of_a_result
// Each call returns a record of its own.
#include <assert.h>

struct row {
    int cells[3];
};

static struct row row(int first)
{
    return (struct row){ { first, first + 1, first + 2 } };
}

int main(void)
{
    assert(row(1).cells[2] == row(2).cells[0]);
    return 0;
}
