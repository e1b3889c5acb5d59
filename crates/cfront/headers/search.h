#ifndef _SEARCH_H
#define _SEARCH_H

#include <sys/basictypes.h>

typedef enum { FIND, ENTER } ACTION;
typedef struct entry {
    char *key;
    void *data;
} ENTRY;
typedef enum { preorder, postorder, endorder, leaf } VISIT;

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            int (*compare)(const void *, const void *));
void *lsearch(const void *key, void *base, size_t *count, size_t size,
              int (*compare)(const void *, const void *));
void insque(void *element, void *previous);
void remque(void *element);
int hcreate(size_t count);
void hdestroy(void);
ENTRY *hsearch(ENTRY entry, ACTION action);
void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *));
void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *));
void *tdelete(const void *restrict key, void **restrict root, int (*compare)(const void *, const void *));
void twalk(const void *root, void (*action)(const void *node, VISIT visit, int depth));

#endif
