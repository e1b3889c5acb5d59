/* No model and no body: what other characters are depends on the locale. */
void __raddle_wide_character_without_model(void);

/* A wide character as an ASCII one; -1 for WEOF. */
int __raddle_ascii_of(unsigned int character)
{
    if (character == ~0u)
        return -1;
    if (character > 127)
        __raddle_wide_character_without_model();
    return (int)character;
}
