int toupper(int character);
int __raddle_ascii_of(unsigned int character);

unsigned int towupper(unsigned int character)
{
    return (unsigned int)toupper(__raddle_ascii_of(character));
}
