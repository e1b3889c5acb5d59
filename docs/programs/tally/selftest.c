#include <assert.h>

#include "counter.h"

int main(void)
{
    bump();
    bump();
    assert(count() == 2);
    return 0;
}
