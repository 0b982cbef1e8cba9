/** Largest number of arguments of one call of `fromCharCode`. */
const STEP = 0x8000

/** Encodes bytes as base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let from = 0; from < bytes.length; from += STEP) {
    binary += String.fromCharCode(...bytes.subarray(from, from + STEP))
  }
  return btoa(binary)
}

/** Decodes base64. Throws if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** Encodes bytes that are written as hexadecimal digits as base64. */
export function hexToBase64(digits: string): string {
  return toBase64(Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
}
