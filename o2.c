int sensor(void);
int main(void) { return sensor(); }
