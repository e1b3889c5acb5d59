#ifndef _ERROR_H
#define _ERROR_H

void error(int status, int error, const char *format, ...);
void error_at_line(int status, int error, const char *file, unsigned int line, const char *format, ...);

#endif
