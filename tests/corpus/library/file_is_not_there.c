//@ assertions: unsafe
//@ domain: -1 0 1
//@ by: explicit
//@ twin: file_numbers_differ
// Each file may be missing, also behind one that was opened.
#include <assert.h>
#include <fcntl.h>

int main(void)
{
    int one = open("one", O_RDONLY);
    int other = open("other", O_RDONLY);
    if (one >= 0) {
        assert(other >= 0);
    }
    return 0;
}
