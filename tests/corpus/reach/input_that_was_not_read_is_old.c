//@ unsafe
//@ by: explicit
// It has no other value.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>


int main(void) {
    int number = 7, character;
    if (scanf("%d", &number) == 1) {
        return 0;
    }
    assert(number == 8);
    character = getchar();
    assert(character >= -1 && character <= 255 && rand() >= 0 && time(0) >= 0);
    return 0;
}
