int isprint(int character);
int __raddle_ascii_of(unsigned int character);

int iswprint(unsigned int character)
{
    return isprint(__raddle_ascii_of(character)) != 0;
}
