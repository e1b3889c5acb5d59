void __raddle_put_field(char *target, __SIZE_TYPE__ size, int *length, char sign, char letter, int zeros, const char *text,
                        int first, int end, int width, int is_left, char padding);

/* An integer in a field: its digits, at least as many as the precision says, behind a sign or a prefix (C11 7.21.6.1). A negative precision
   is none. */
void __raddle_put_number(char *target, __SIZE_TYPE__ size, int *length, unsigned long long value, char sign,
                         char conversion, int is_alternative, int precision, int width, int is_left, int has_zeros)
{
    unsigned base = conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' ? 16 : 10;
    char digits[24];
    int first = 24;
    const char *letters = conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    unsigned long long rest = value;
    while (rest > 0 && first > 0) {
        digits[--first] = letters[rest % base];
        rest /= base;
    }
    int characters = 24 - first;
    int zeros = (precision < 0 ? 1 : precision) - characters;
    if (is_alternative && base == 8 && zeros <= 0)
        zeros = first == 24 || digits[first] != '0';
    char letter = 0;
    if (is_alternative && base == 16 && value != 0) {
        sign = '0';
        letter = conversion;
    }
    char padding = has_zeros && !is_left && precision < 0 ? '0' : ' ';
    __raddle_put_field(target, size, length, sign, letter, zeros > 0 ? zeros : 0, digits, first, 24, width, is_left, padding);
}
