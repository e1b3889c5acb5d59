//! Bit-vector values of any width, with the arithmetic of SMT-LIB's `FixedSizeBitVectors`: what terms evaluate to.
//!
//! Up to 128 bits a value is one `u128`; wider ones (bytes of an object, read as one) are limbs with schoolbook arithmetic,
//! which is rare enough not to deserve better.

use std::cmp::Ordering;
use std::fmt;

/// A value of a bit-vector: its width and its bits, the unused high bits being zero.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    store: Store,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Store {
    /// Up to 128 bits.
    Small(u128),
    /// More than 128 bits: limbs, the least significant first, as many as the width asks for.
    Wide(Box<[u64]>),
}

impl Bits {
    /// The value modulo two to the power of `width`.
    ///
    /// # Panics
    /// If the width is zero: there is no such bit-vector.
    #[must_use]
    pub fn new(width: u32, value: u128) -> Bits {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 128 {
            Bits { width, store: Store::Small(value & mask(width)) }
        } else {
            let mut limbs = vec![0; limbs_of(width)];
            limbs[0] = value as u64;
            limbs[1] = (value >> 64) as u64;
            Bits::from_limbs(width, limbs)
        }
    }

    /// The value of a signed number, modulo two to the power of `width`.
    #[must_use]
    pub fn from_signed(width: u32, value: i128) -> Bits {
        if width <= 128 { Bits::new(width, value as u128) } else { Bits::new(128, value as u128).sign_extend(width) }
    }

    /// All bits zero.
    #[must_use]
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    /// The number one.
    #[must_use]
    pub fn one(width: u32) -> Bits {
        Bits::new(width, 1)
    }

    /// All bits one.
    #[must_use]
    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    /// The smallest signed number: only the sign bit is set.
    #[must_use]
    pub fn signed_min(width: u32) -> Bits {
        Bits::one(width).shl_by(width - 1)
    }

    /// The largest signed number: all bits but the sign bit are set.
    #[must_use]
    pub fn signed_max(width: u32) -> Bits {
        Bits::signed_min(width).not()
    }

    /// The value whose bits are given, the least significant first.
    #[must_use]
    pub fn from_bools(bits: impl ExactSizeIterator<Item = bool>) -> Bits {
        let width = u32::try_from(bits.len()).expect("a bit-vector has fewer than 2^32 bits");
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 128 {
            let value = bits.enumerate().fold(0, |value, (at, bit)| value | u128::from(bit) << at);
            return Bits::new(width, value);
        }
        let mut limbs = vec![0; limbs_of(width)];
        for (at, bit) in bits.enumerate() {
            limbs[at / 64] |= u64::from(bit) << (at % 64);
        }
        Bits::from_limbs(width, limbs)
    }

    /// How many bits it has.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number, if it is below two to the power of 128 (always so up to 128 bits).
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        match &self.store {
            Store::Small(value) => Some(*value),
            Store::Wide(limbs) => {
                limbs[2..].iter().all(|&limb| limb == 0).then(|| u128::from(limbs[0]) | u128::from(limbs[1]) << 64)
            }
        }
    }

    /// The number, if it is below two to the power of 64.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128().and_then(|value| u64::try_from(value).ok())
    }

    /// The number read as two's complement, if it fits.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        match &self.store {
            Store::Small(value) => Some(signed(self.width, *value)),
            Store::Wide(_) => (self.extract(0, 128).sign_extend(self.width) == *self)
                .then(|| self.extract(0, 128).to_i128())
                .flatten(),
        }
    }

    /// The bit at a place, 0 being the least significant; bits beyond the width are zero.
    #[must_use]
    pub fn bit(&self, at: u32) -> bool {
        if at >= self.width {
            return false;
        }
        match &self.store {
            Store::Small(value) => value >> at & 1 == 1,
            Store::Wide(limbs) => limbs[(at / 64) as usize] >> (at % 64) & 1 == 1,
        }
    }

    /// The most significant bit.
    #[must_use]
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether no bit is set.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match &self.store {
            Store::Small(value) => *value == 0,
            Store::Wide(limbs) => limbs.iter().all(|&limb| limb == 0),
        }
    }

    /// Whether it is the number one.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }

    /// Whether all bits are set.
    #[must_use]
    pub fn is_ones(&self) -> bool {
        match &self.store {
            Store::Small(value) => *value == mask(self.width),
            Store::Wide(_) => self.not().is_zero(),
        }
    }

    /// How many bits are set.
    #[must_use]
    pub fn count_ones(&self) -> u32 {
        match &self.store {
            Store::Small(value) => value.count_ones(),
            Store::Wide(limbs) => limbs.iter().map(|limb| limb.count_ones()).sum(),
        }
    }

    /// How many bits below the lowest set bit there are; the width if none is set.
    #[must_use]
    pub fn trailing_zeros(&self) -> u32 {
        match &self.store {
            Store::Small(value) => value.trailing_zeros().min(self.width),
            Store::Wide(_) => (0..self.width).find(|&at| self.bit(at)).unwrap_or(self.width),
        }
    }

    /// How many bits above the highest set bit there are; the width if none is set.
    #[must_use]
    pub fn leading_zeros(&self) -> u32 {
        match &self.store {
            Store::Small(value) => value.leading_zeros() - (128 - self.width),
            Store::Wide(_) => (0..self.width).find(|&up| self.bit(self.width - 1 - up)).unwrap_or(self.width),
        }
    }

    /// The exponent, if it is a power of two.
    #[must_use]
    pub fn power_of_two(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }

    /// Each bit flipped.
    #[must_use]
    pub fn not(&self) -> Bits {
        match &self.store {
            Store::Small(value) => Bits::new(self.width, !value),
            Store::Wide(limbs) => Bits::from_limbs(self.width, limbs.iter().map(|limb| !limb).collect()),
        }
    }

    /// Bitwise conjunction.
    #[must_use]
    pub fn and(&self, other: &Bits) -> Bits {
        self.bitwise(other, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise disjunction.
    #[must_use]
    pub fn or(&self, other: &Bits) -> Bits {
        self.bitwise(other, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive disjunction.
    #[must_use]
    pub fn xor(&self, other: &Bits) -> Bits {
        self.bitwise(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// Two's complement negation.
    #[must_use]
    pub fn neg(&self) -> Bits {
        self.not().add(&Bits::one(self.width))
    }

    /// Sum modulo two to the power of the width.
    #[must_use]
    pub fn add(&self, other: &Bits) -> Bits {
        self.same_width(other);
        match (&self.store, &other.store) {
            (Store::Small(a), Store::Small(b)) => Bits::new(self.width, a.wrapping_add(*b)),
            (a, b) => {
                let mut carry = 0u128;
                let sum = limbs(a).into_iter().zip(limbs(b)).map(|(a, b)| {
                    carry += u128::from(a) + u128::from(b);
                    let limb = carry as u64;
                    carry >>= 64;
                    limb
                });
                let sum = sum.collect();
                Bits::from_limbs(self.width, sum)
            }
        }
    }

    /// Difference modulo two to the power of the width.
    #[must_use]
    pub fn sub(&self, other: &Bits) -> Bits {
        self.add(&other.neg())
    }

    /// Product modulo two to the power of the width.
    #[must_use]
    pub fn mul(&self, other: &Bits) -> Bits {
        self.same_width(other);
        match (&self.store, &other.store) {
            (Store::Small(a), Store::Small(b)) => Bits::new(self.width, a.wrapping_mul(*b)),
            (a, b) => {
                let (a, b) = (limbs(a), limbs(b));
                let mut product = vec![0u64; a.len()];
                for (low, &x) in a.iter().enumerate() {
                    let mut carry = 0u128;
                    for (high, &y) in b[..b.len() - low].iter().enumerate() {
                        carry += u128::from(x) * u128::from(y) + u128::from(product[low + high]);
                        product[low + high] = carry as u64;
                        carry >>= 64;
                    }
                }
                Bits::from_limbs(self.width, product)
            }
        }
    }

    /// Unsigned quotient; all ones if the divisor is zero.
    #[must_use]
    pub fn udiv(&self, other: &Bits) -> Bits {
        self.divide(other).0
    }

    /// Unsigned remainder; the dividend if the divisor is zero.
    #[must_use]
    pub fn urem(&self, other: &Bits) -> Bits {
        self.divide(other).1
    }

    /// Signed quotient, rounded towards zero, as `bvsdiv` defines it (also for a divisor of zero).
    #[must_use]
    pub fn sdiv(&self, other: &Bits) -> Bits {
        let quotient = self.absolute().udiv(&other.absolute());
        if self.sign() == other.sign() { quotient } else { quotient.neg() }
    }

    /// Signed remainder with the sign of the dividend, as `bvsrem` defines it.
    #[must_use]
    pub fn srem(&self, other: &Bits) -> Bits {
        let remainder = self.absolute().urem(&other.absolute());
        if self.sign() { remainder.neg() } else { remainder }
    }

    /// Shift to the left by an amount of the same width; zero if it is the width or more.
    #[must_use]
    pub fn shl(&self, amount: &Bits) -> Bits {
        self.same_width(amount);
        self.shl_by(amount.clamped())
    }

    /// Shift to the right, filling with zeros.
    #[must_use]
    pub fn lshr(&self, amount: &Bits) -> Bits {
        self.same_width(amount);
        self.lshr_by(amount.clamped())
    }

    /// Shift to the right, filling with the sign bit.
    #[must_use]
    pub fn ashr(&self, amount: &Bits) -> Bits {
        self.same_width(amount);
        self.ashr_by(amount.clamped())
    }

    /// Shift to the left by a number of bits.
    #[must_use]
    pub fn shl_by(&self, amount: u32) -> Bits {
        if amount >= self.width {
            return Bits::zero(self.width);
        }
        match &self.store {
            Store::Small(value) => Bits::new(self.width, value << amount),
            Store::Wide(_) => self.gather(|at| at >= amount && self.bit(at - amount)),
        }
    }

    /// Shift to the right by a number of bits, filling with zeros.
    #[must_use]
    pub fn lshr_by(&self, amount: u32) -> Bits {
        if amount >= self.width {
            return Bits::zero(self.width);
        }
        match &self.store {
            Store::Small(value) => Bits::new(self.width, value >> amount),
            Store::Wide(_) => self.gather(|at| at < self.width - amount && self.bit(at + amount)),
        }
    }

    /// Shift to the right by a number of bits, filling with the sign bit.
    #[must_use]
    pub fn ashr_by(&self, amount: u32) -> Bits {
        if self.sign() { self.not().lshr_by(amount).not() } else { self.lshr_by(amount) }
    }

    /// Less, as unsigned numbers.
    #[must_use]
    pub fn ult(&self, other: &Bits) -> bool {
        self.unsigned_cmp(other) == Ordering::Less
    }

    /// Less or equal, as unsigned numbers.
    #[must_use]
    pub fn ule(&self, other: &Bits) -> bool {
        self.unsigned_cmp(other) != Ordering::Greater
    }

    /// Less, as two's complement numbers.
    #[must_use]
    pub fn slt(&self, other: &Bits) -> bool {
        if self.sign() == other.sign() { self.ult(other) } else { self.sign() }
    }

    /// Less or equal, as two's complement numbers.
    #[must_use]
    pub fn sle(&self, other: &Bits) -> bool {
        !other.slt(self)
    }

    /// `self` as the high bits, `low` as the low bits.
    #[must_use]
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        match (&self.store, &low.store) {
            (Store::Small(a), Store::Small(b)) if width <= 128 => Bits::new(width, a << low.width | b),
            _ => {
                Bits::from_bools((0..width as usize).map(|at| {
                    if at < low.width as usize { low.bit(at as u32) } else { self.bit(at as u32 - low.width) }
                }))
            }
        }
    }

    /// `width` bits, the lowest of them at `low`.
    #[must_use]
    pub fn extract(&self, low: u32, width: u32) -> Bits {
        assert!(
            width > 0 && low + width <= self.width,
            "bits are extracted that a value of {} bits does not have",
            self.width
        );
        match &self.store {
            Store::Small(value) => Bits::new(width, value >> low),
            Store::Wide(_) => Bits::from_bools((0..width as usize).map(|at| self.bit(low + at as u32))),
        }
    }

    /// As many high zeros as make it `width` bits wide.
    #[must_use]
    pub fn zero_extend(&self, width: u32) -> Bits {
        assert!(width >= self.width, "an extension does not shorten");
        match &self.store {
            Store::Small(value) => Bits::new(width, *value),
            Store::Wide(limbs) => {
                let mut limbs = limbs.to_vec();
                limbs.resize(limbs_of(width), 0);
                Bits::from_limbs(width, limbs)
            }
        }
    }

    /// As many copies of the sign bit as make it `width` bits wide.
    #[must_use]
    pub fn sign_extend(&self, width: u32) -> Bits {
        if self.sign() { self.not().zero_extend(width).not() } else { self.zero_extend(width) }
    }

    /// The inverse of an odd number modulo two to the power of the width (Newton's iteration).
    #[must_use]
    pub fn inverse(&self) -> Option<Bits> {
        if !self.bit(0) {
            return None;
        }
        let two = Bits::one(self.width).add(&Bits::one(self.width));
        let mut inverse = self.clone();
        // An odd number is its own inverse modulo 8; each step doubles the bits that are right.
        let mut right = 3;
        while right < self.width {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            right *= 2;
        }
        Some(inverse)
    }

    fn absolute(&self) -> Bits {
        if self.sign() { self.neg() } else { self.clone() }
    }

    /// The number as an amount to shift by; what is too large becomes the width.
    fn clamped(&self) -> u32 {
        self.to_u128()
            .map_or(self.width, |value| u32::try_from(value).map_or(self.width, |value| value.min(self.width)))
    }

    fn unsigned_cmp(&self, other: &Bits) -> Ordering {
        self.same_width(other);
        match (&self.store, &other.store) {
            (Store::Small(a), Store::Small(b)) => a.cmp(b),
            (a, b) => limbs(a).iter().rev().cmp(limbs(b).iter().rev()),
        }
    }

    fn divide(&self, other: &Bits) -> (Bits, Bits) {
        self.same_width(other);
        if other.is_zero() {
            return (Bits::ones(self.width), self.clone());
        }
        if let (Store::Small(a), Store::Small(b)) = (&self.store, &other.store) {
            return (Bits::new(self.width, a / b), Bits::new(self.width, a % b));
        }
        let (mut quotient, mut remainder) = (Bits::zero(self.width), Bits::zero(self.width));
        for at in (0..self.width).rev() {
            // What is shifted out counts: the remainder is below the divisor, so twice it may need one bit more.
            let out = remainder.sign();
            remainder = remainder.shl_by(1);
            if self.bit(at) {
                remainder = remainder.or(&Bits::one(self.width));
            }
            if out || other.ule(&remainder) {
                remainder = remainder.sub(other);
                quotient = quotient.or(&Bits::one(self.width).shl_by(at));
            }
        }
        (quotient, remainder)
    }

    fn bitwise(&self, other: &Bits, small: impl Fn(u128, u128) -> u128, wide: impl Fn(u64, u64) -> u64) -> Bits {
        self.same_width(other);
        match (&self.store, &other.store) {
            (Store::Small(a), Store::Small(b)) => Bits::new(self.width, small(*a, *b)),
            (a, b) => Bits::from_limbs(self.width, limbs(a).iter().zip(limbs(b)).map(|(&a, b)| wide(a, b)).collect()),
        }
    }

    fn gather(&self, bit: impl Fn(u32) -> bool) -> Bits {
        Bits::from_bools((0..self.width as usize).map(|at| bit(at as u32)))
    }

    fn same_width(&self, other: &Bits) {
        assert_eq!(self.width, other.width, "an operation on bit-vectors of different widths");
    }

    fn from_limbs(width: u32, mut limbs: Vec<u64>) -> Bits {
        let used = width % 64;
        if used != 0 {
            *limbs.last_mut().expect("a wide value has limbs") &= (1 << used) - 1;
        }
        Bits { width, store: Store::Wide(limbs.into_boxed_slice()) }
    }
}

/// Prints it as SMT-LIB does: hexadecimal where the width allows, binary elsewhere.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width.is_multiple_of(4) {
            f.write_str("#x")?;
            for digit in (0..self.width / 4).rev() {
                let value = self.extract(digit * 4, 4).to_u128().unwrap_or_default();
                write!(f, "{value:x}")?;
            }
            Ok(())
        } else {
            f.write_str("#b")?;
            (0..self.width).rev().try_for_each(|at| f.write_str(if self.bit(at) { "1" } else { "0" }))
        }
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// By width, then as unsigned numbers.
impl Ord for Bits {
    fn cmp(&self, other: &Bits) -> Ordering {
        self.width.cmp(&other.width).then_with(|| self.unsigned_cmp(other))
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed(width: u32, value: u128) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

fn limbs_of(width: u32) -> usize {
    width.div_ceil(64) as usize
}

fn limbs(store: &Store) -> Vec<u64> {
    match store {
        Store::Small(value) => vec![*value as u64, (value >> 64) as u64],
        Store::Wide(limbs) => limbs.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the operations are on 8 bits, written with Rust's own arithmetic.
    #[test]
    fn eight_bits_agree_with_rust() {
        for a in 0..=255u8 {
            for b in 0..=255u8 {
                let (x, y) = (Bits::new(8, a.into()), Bits::new(8, b.into()));
                let (s, t) = (a as i8, b as i8);
                let is = |bits: Bits, value: u8| assert_eq!(bits, Bits::new(8, value.into()), "{a} {b}");
                is(x.add(&y), a.wrapping_add(b));
                is(x.sub(&y), a.wrapping_sub(b));
                is(x.mul(&y), a.wrapping_mul(b));
                is(x.udiv(&y), a.checked_div(b).unwrap_or(255));
                is(x.urem(&y), a.checked_rem(b).unwrap_or(a));
                is(x.sdiv(&y), if t == 0 { if s < 0 { 1 } else { 255 } } else { s.wrapping_div(t) as u8 });
                is(x.srem(&y), if t == 0 { a } else { s.wrapping_rem(t) as u8 });
                is(x.shl(&y), a.checked_shl(b.into()).unwrap_or(0));
                is(x.lshr(&y), a.checked_shr(b.into()).unwrap_or(0));
                is(x.ashr(&y), (s >> b.min(7)) as u8);
                assert_eq!((x.ult(&y), x.slt(&y), x.ule(&y), x.sle(&y)), (a < b, s < t, a <= b, s <= t));
            }
        }
    }

    /// Beyond 128 bits the same number arithmetic holds: each result is checked by an identity or on numbers that fit both ways.
    #[test]
    fn wide_values_follow_the_same_arithmetic() {
        let samples = [
            0u128,
            1,
            2,
            3,
            0xffff_ffff_ffff_ffff,
            1 << 64,
            1 << 127,
            u128::MAX,
            0x0123_4567_89ab_cdef_0011_2233_4455_6677,
        ];
        for &a in &samples {
            for &b in &samples {
                let (x, y) = (Bits::new(200, a), Bits::new(200, b));
                assert_eq!(x.sub(&y).add(&y), x);
                assert_eq!(x.udiv(&y), a.checked_div(b).map_or(Bits::ones(200), |quotient| Bits::new(200, quotient)));
                assert_eq!(x.urem(&y), if b == 0 { x.clone() } else { Bits::new(200, a % b) });
                assert_eq!(x.ult(&y), a < b);
                assert_eq!(x.mul(&y).extract(0, 128), Bits::new(128, a.wrapping_mul(b)));
                let (big, small) = (x.shl_by(72), y.shl_by(7));
                if !small.is_zero() {
                    let (quotient, remainder) = (big.udiv(&small), big.urem(&small));
                    assert!(remainder.ult(&small));
                    assert_eq!(quotient.mul(&small).add(&remainder), big);
                }
                // A negative dividend is divided by zero to 1, another one to -1.
                let by_zero = if a == 0 { Bits::ones(200) } else { Bits::one(200) };
                let quotient = a.checked_div(b).map_or(by_zero, |quotient| Bits::new(200, quotient));
                assert_eq!(x.neg().sdiv(&y.neg()), quotient, "{a} {b}");
                assert_eq!(x.concat(&y).extract(200, 200), x);
                assert_eq!(x.concat(&y).extract(0, 200), y);
            }
            let x = Bits::new(200, a).shl_by(72).or(&Bits::one(200));
            assert!(x.mul(&x.inverse().expect("it is odd")).is_one());
            assert_eq!(x.ashr_by(72).extract(0, 128).to_u128(), Some(a));
        }
    }

    #[test]
    fn prints_as_smt_lib_does() {
        assert_eq!(Bits::new(8, 0xa5).to_string(), "#xa5");
        assert_eq!(Bits::new(3, 5).to_string(), "#b101");
    }
}
