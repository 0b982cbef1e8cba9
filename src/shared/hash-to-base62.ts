const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = ALPHABET.length
/** A hash of 53 bits gives nine digits: 62^9 is a little more than 2^53. */
const DIGITS_PER_HASH = 9

/** Returns `length` digits of [A-Za-z0-9] that depend on every character of the text. Not cryptographically secure. */
export function hashToBase62(text: string, length: number): string {
  let digits = ''
  for (let seed = 0; digits.length < length; seed += 1) {
    let rest = hash53(text, seed)
    for (let digit = 0; digit < DIGITS_PER_HASH; digit += 1) {
      digits += ALPHABET.charAt(rest % BASE)
      rest = Math.floor(rest / BASE)
    }
  }
  return digits.slice(0, length)
}

/** Two independent 32-bit multiplicative hashes, mixed at the end so that every input bit affects every output bit. */
function hash53(text: string, seed: number): number {
  let high = 0x9e3779b9 ^ seed
  let low = 0x85ebca6b ^ Math.imul(seed + 1, 0xc2b2ae35)
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    high ^= high >>> 15
    low = Math.imul(low ^ unit, 0x5bd1e995)
    low ^= low >>> 13
  }
  high = mix(high ^ text.length)
  low = mix(low ^ high)
  high = mix(high ^ low)
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x21f0aaad)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x735a2d97)
  return mixed ^ (mixed >>> 15)
}
