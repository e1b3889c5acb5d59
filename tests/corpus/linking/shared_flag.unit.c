/* A tentative definition, completed by its second declaration, and a plain one: zero. */
int limit;
int limit = 3;
int used;
extern int used;
