void bump(void);
int count(void);
