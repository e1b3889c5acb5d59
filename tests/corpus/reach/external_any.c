//@ unknown
//@ externals: any
// The function may do anything.
#include <assert.h>

void mystery(void);

int state;

int main(void)
{
    mystery();
    assert(state == 0);
    return 0;
}
