//@ safe
// An element of an array member of what a function returns: the record is an object of temporary lifetime.
#include <assert.h>

struct row {
    int cells[3];
    struct {
        char name[4];
    } tag;
};

static struct row row(int first)
{
    return (struct row){ { first, first + 1, first + 2 }, { "ab" } };
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += row(i).cells[i];
    assert(sum == 6);
    assert(row(4).cells[1] == 5 && row(0).tag.name[1] == 'b');
    struct row one = row(1), two = row(2);
    assert((sum ? one : two).cells[0] == 1);
    return 0;
}
