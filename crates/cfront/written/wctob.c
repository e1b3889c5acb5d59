int __raddle_ascii_of(unsigned int character);

int wctob(unsigned int character)
{
    return __raddle_ascii_of(character);
}
