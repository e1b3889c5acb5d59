// A table of characters, which the other file declares with another sign.
const signed char table[] = { -56, 2 };
