/* Most of C's values and control flow, folded into the exit code of the program: what a translation must keep. */
#include <stdlib.h>
#include <string.h>
struct bits { unsigned a : 3; int b : 7; long long c : 40; unsigned d : 1; unsigned : 0; int e : 5; char f; } gb = { 5, -3, 123456789012LL, 1, -7, 'x' };
struct __attribute__((packed)) pk { char a; int b; short c; double d; } gp = { 1, 2, 3, 4.5 };
struct al { char a; int b __attribute__((aligned(16))); } ga = { 1, 2 };
union un { int i; char c[8]; struct { short x, y; } s; } gu = { .s = { 3, 4 } };
union un gu2[2] = { { .c = "abcdefg" }, { 7 } };
struct node { int v; struct node *next; } n3 = { 3, 0 }, n2 = { 2, &n3 }, n1 = { 1, &n2 };
extern int late; int *plate = &late; int late = 9;
int arr[3][4] = { { 1, 2 }, { [3] = 5 }, { 6 } };
int *pa = &arr[1][2]; char *mid = (char *)&arr[1] + 3;
const char *strs[] = { "he\"llo\n?", "wo\\rld", "\001\377x" };
char cs[4] = "abcd"; char cz[10] = "ab\0cd";
double dbl = 1.25e10; float flt = 0.1f; _Bool bb = 1; unsigned char uc = 200; signed char sc = -5; short sh = -300;
unsigned long ul = 0xffffffffffffffffUL; long lm = (-9223372036854775807L - 1); int im = -2147483648;
int (*fp)(int, int); typedef int (*fpt)(int,int);
struct { int x; struct { int y; union { int z; char w; }; }; } anon = { 1, { 2, { 3 } } };
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
fpt table[] = { add, mul };
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
struct node byval(struct node n, int k) { n.v += k; return n; }
int sw(int x) { int r = 0; switch (x) { case 1: r = 10; case 2: r += 5; break; case 3 ... 6: r = 77; break; default: r = -1; } return r; }
int counter(void) { static int c = 5; return c++; }
#define P(x) do { h = h * 31 + (unsigned long)(x); } while (0)
int main(void) {
  unsigned long h = 7;
  P(gb.a); P(gb.b); P(gb.c); P(gb.d); P(gb.e); P(gb.f); P(sizeof gb);
  gb.b = 12; gb.c -= 5; gb.e++; gb.a = 9; P(gb.a); P(gb.b); P(gb.c); P(gb.d); P(gb.e);
  P(gp.a); P(gp.b); P(gp.c); P(sizeof gp); P(ga.b); P(sizeof ga);
  P(gu.i); P(gu.s.y); P(gu2[0].c[3]); P(gu2[1].i);
  for (struct node *p = &n1; p; p = p->next) P(p->v);
  P(*plate); P(*pa); P(pa - &arr[0][0]); P(mid - (char *)arr);
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) { if (j == 1) continue; if (i == 2 && j == 3) break; P(arr[i][j]); }
  for (int i = 0; i < 3; i++) for (const char *s = strs[i]; *s; s++) P(*s);
  P(cs[3]); P(cz[4]); P(cz[9]); P(bb); P(uc); P(sc); P(sh); P(ul); P(lm); P(im); 
  P(anon.x + anon.y * 10 + anon.z * 100);
  fp = add; P(fp(3, 4)); fp = table[1]; P((*fp)(3, 4)); P(table[0](1, 2));
  P(fact(10)); struct node r = byval(n1, 41); P(r.v); P(n1.v); P(r.next->v);
  for (int i = 0; i < 8; i++) P(sw(i));
  P(counter()); P(counter());
  int i = 0; do { i++; if (i == 3) continue; if (i > 6) break; P(i); } while (i < 10);
  while (i-- > 0 && arr[0][0]) { P(i); }
  unsigned char u = 250; u += 10; P(u); sc = 127; sc++; P(sc); sh = (short)70000; P(sh);
  P(-7 / 2); P(-7 % 3); P(-8 >> 1); P(1u << 31); P((unsigned)-1 > 0); P(-1 < 0u); P((char)200); P(~0u); P(!5); P(!!5);
  P(i ? 3 : 4); P((1, 2)); int n = 5; int vla[n]; for (i = 0; i < n; i++) vla[i] = i * i; P(vla[4]); P(sizeof vla);
  char buf[20]; memset(buf, 'a', sizeof buf); memcpy(buf + 2, "xyz", 3); buf[10] = 0; for (i = 0; buf[i]; i++) P(buf[i]);
  struct node *heap = malloc(3 * sizeof *heap); heap[1].v = 5; heap[2] = heap[1]; P(heap[2].v); P(&heap[2] - heap); free(heap);
  int *z = calloc(4, sizeof(int)); P(z[3]); free(z);
  goto skip; P(99);
skip: P(100);
  { int k = 0; again: k++; if (k < 3) goto again; P(k); }
  struct node ca = (struct node){ .v = 5 }; P(ca.v); P(ca.next == 0);
  int q[] = { [2] = 7, 8 }; P(q[0]); P(q[3]); P(sizeof q);
  P(({ int t = 4; t * t; }));
  long long ll = 1LL << 40; P(ll); P((int)ll); P((short)(ll >> 30)); unsigned w = 5; P(w - 6); P((long)(w - 6) >> 1);
  __int128 big = (__int128)1 << 100; P(big >> 90);
  int x = 3; x <<= 2; x |= 1; x ^= 7; x %= 6; P(x); P(x == 4 && ++x); P(x); P(x || ++x); P(x);
  char *e = &buf[3]; P(*e++); P(*--e); P(e[-1]); P(e - buf);
  return h % 251;
}
