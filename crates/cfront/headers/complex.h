#ifndef _COMPLEX_H
#define _COMPLEX_H

#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I

double cabs(double _Complex z);
double carg(double _Complex z);
double cimag(double _Complex z);
double creal(double _Complex z);
double _Complex conj(double _Complex z);
double _Complex cexp(double _Complex z);
double _Complex clog(double _Complex z);
double _Complex cpow(double _Complex base, double _Complex exponent);
double _Complex csqrt(double _Complex z);
float cabsf(float _Complex z);
float cargf(float _Complex z);
float cimagf(float _Complex z);
float crealf(float _Complex z);
float _Complex conjf(float _Complex z);

#endif
