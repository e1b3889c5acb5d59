#ifndef _LIBGEN_H
#define _LIBGEN_H

/* That of POSIX, as glibc has it: `basename` of <string.h> is another function. */
char *__xpg_basename(char *path);
#define basename __xpg_basename
char *dirname(char *path);

#endif
