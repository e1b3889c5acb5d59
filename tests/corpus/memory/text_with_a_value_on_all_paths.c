//@ all: safe
//@ twin: text_without_a_value
// The pointer is declared without a value, and gets a text on each path that prints it.
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    const char *text;
    int number = __VERIFIER_nondet_int();
    switch (number) {
    case 1:
        text = "one";
        break;
    case 2:
        text = "two";
        break;
    case 3:
        return 1;
    default:
        text = NULL;
        if (number > 9 && (text = getenv("NUMBER")) == NULL)
            exit(1);
        if (text == NULL)
            text = "many";
    }
    printf("%s\n", text);
    return 0;
}
