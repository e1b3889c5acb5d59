#ifndef _UCHAR_H
#define _UCHAR_H

#include <wchar.h>

typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;

size_t mbrtoc16(char16_t *restrict result, const char *restrict text, size_t size, mbstate_t *restrict state);
size_t c16rtomb(char *restrict text, char16_t character, mbstate_t *restrict state);
size_t mbrtoc32(char32_t *restrict result, const char *restrict text, size_t size, mbstate_t *restrict state);
size_t c32rtomb(char *restrict text, char32_t character, mbstate_t *restrict state);

#endif
