//@ all: safe
//@ by: explicit
//@ twin: sorting_while_another_writes
// Structures with pointers are sorted, whole, and found again.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    const char *name;
    int value;
};

static int by_name(const void *left, const void *right) {
    return strcmp(((const struct entry *)left)->name, ((const struct entry *)right)->name);
}

int main(void) {
    struct entry entries[] = {{"c", 3}, {"a", 1}, {"d", 4}, {"b", 2}};
    qsort(entries, 4, sizeof entries[0], by_name);
    for (int i = 0; i < 4; i++)
        assert(entries[i].value == i + 1 && entries[i].name[0] == 'a' + i);
    struct entry key = {"c", 0};
    struct entry *found = bsearch(&key, entries, 4, sizeof entries[0], by_name);
    assert(found == &entries[2]);
    key.name = "x";
    assert(!bsearch(&key, entries, 4, sizeof entries[0], by_name));
    return 0;
}
