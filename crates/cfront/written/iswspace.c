int isspace(int character);
int __raddle_ascii_of(unsigned int character);

int iswspace(unsigned int character)
{
    return isspace(__raddle_ascii_of(character)) != 0;
}
