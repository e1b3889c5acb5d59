//@ assertions: unknown
//@ domain: -1 0 1
//@ twin: file_is_not_there
// No two open files have the same number.
#include <assert.h>
#include <fcntl.h>

int main(void)
{
    int one = open("one", O_RDONLY);
    int other = open("other", O_RDONLY);
    if (one >= 0 && other >= 0) {
        assert(one != other);
    }
    return 0;
}
