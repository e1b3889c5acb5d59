int ispunct(int character);
int __raddle_ascii_of(unsigned int character);

int iswpunct(unsigned int character)
{
    return ispunct(__raddle_ascii_of(character)) != 0;
}
