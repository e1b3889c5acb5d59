int isalpha(int character);
int __raddle_ascii_of(unsigned int character);

int iswalpha(unsigned int character)
{
    return isalpha(__raddle_ascii_of(character)) != 0;
}
