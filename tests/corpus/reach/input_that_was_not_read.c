//@ safe
//@ by: explicit
// What a failed scanf does not assign keeps its value.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>


int main(void) {
    int number = 7, character;
    if (scanf("%d", &number) == 1) {
        return 0;
    }
    assert(number == 7);
    character = getchar();
    assert(character >= -1 && character <= 255 && rand() >= 0 && time(0) >= 0);
    return 0;
}
