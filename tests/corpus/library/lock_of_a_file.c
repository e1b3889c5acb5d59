//@ all: unknown
//@ twin: flags_of_a_file
// The command writes to the structure; there is no model of that.
#include <assert.h>
#include <fcntl.h>

int main(void)
{
    struct flock lock = {.l_type = F_RDLCK};
    fcntl(0, F_GETLK, &lock);
    assert(lock.l_type == F_RDLCK);
    return 0;
}
