int __raddle_characters_of_a_number(void);
int __raddle_character_of_a_number(void);
void __raddle_put(char *target, __SIZE_TYPE__ size, int *length, char character);

/* The text of a floating-point number or of a pointer in a field. It is not computed: any text up to the longest. */
void __raddle_put_any(char *target, __SIZE_TYPE__ size, int *length, int most, int width)
{
    __raddle_put(target, size, length, (char)__raddle_character_of_a_number());
    int characters = __raddle_characters_of_a_number();
    if (characters > most)
        characters = most;
    if (characters < width)
        characters = width;
    for (; characters > 1; characters--)
        __raddle_put(target, size, length, (char)__raddle_character_of_a_number());
}
