int isdigit(int character);
int __raddle_ascii_of(unsigned int character);

int iswdigit(unsigned int character)
{
    return isdigit(__raddle_ascii_of(character)) != 0;
}
