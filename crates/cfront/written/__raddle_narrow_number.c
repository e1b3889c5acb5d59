/* The number that a wide text begins with, as a text in memory of its own, and how much white space stands in front of it. No character is
   read behind the one that ends the number (C11 7.29.4.1.2). */
char *__raddle_narrow_number(const __WCHAR_TYPE__ *text, __SIZE_TYPE__ *spaces, int base)
{
    __SIZE_TYPE__ first = 0, size = 0;
    while (text[first] == ' ' || (text[first] >= '\t' && text[first] <= '\r'))
        first++;
    if (text[first] == '+' || text[first] == '-')
        size++;
    const __WCHAR_TYPE__ *digits = text + first + size;
    if ((base == 0 || base == 16) && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
        __WCHAR_TYPE__ next = digits[2];
        if ((next >= '0' && next <= '9') || (next >= 'a' && next <= 'f') || (next >= 'A' && next <= 'F')) {
            size += 2;
            base = 16;
        }
    }
    if (base == 0)
        base = digits[0] == '0' ? 8 : 10;
    for (;; size++) {
        __WCHAR_TYPE__ character = text[first + size];
        int digit = 99;
        if (character >= '0' && character <= '9')
            digit = character - '0';
        else if (character >= 'a' && character <= 'z')
            digit = character - 'a' + 10;
        else if (character >= 'A' && character <= 'Z')
            digit = character - 'A' + 10;
        if (digit >= base)
            break;
    }
    char *number = __builtin_malloc(size + 1);
    for (__SIZE_TYPE__ at = 0; at < size; at++)
        number[at] = (char)text[first + at];
    number[size] = 0;
    *spaces = first;
    return number;
}
