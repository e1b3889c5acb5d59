int isupper(int character);
int __raddle_ascii_of(unsigned int character);

int iswupper(unsigned int character)
{
    return isupper(__raddle_ascii_of(character)) != 0;
}
