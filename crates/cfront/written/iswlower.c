int islower(int character);
int __raddle_ascii_of(unsigned int character);

int iswlower(unsigned int character)
{
    return islower(__raddle_ascii_of(character)) != 0;
}
