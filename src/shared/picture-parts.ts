/** The orientation of a picture that needs no turning. */
export const UPRIGHT = 1

/** The parts of a file that are kept. */
export class Parts {
  readonly file: Uint8Array
  readonly view: DataView
  readonly #kept: Uint8Array[] = []

  constructor(file: Uint8Array) {
    this.file = file
    this.view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  }

  /** Keeps the bytes from `from` up to `to`. */
  keep(from: number, to: number): void {
    this.#kept.push(this.file.subarray(from, to))
  }

  /** Adds bytes that the file does not have. */
  put(bytes: Uint8Array): void {
    this.#kept.push(bytes)
  }

  /** All kept parts, in the order in which they were kept. */
  joined(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#kept.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of this.#kept) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }
}

/** Returns whether Latin-1 text is at a place of the bytes. */
export function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  return Array.from(text).every((character, index) => bytes[at + index] === character.charCodeAt(0))
}

/** Returns the orientation in EXIF data (a TIFF header and its first directory); 1 if there is none. */
export function exifOrientation(exif: Uint8Array): number {
  const isLittle = startsWith(exif, 0, 'II*\0')
  if ((!isLittle && !startsWith(exif, 0, 'MM\0*')) || exif.length < 14) return UPRIGHT
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > exif.length) return UPRIGHT
  const count = view.getUint16(directory, isLittle)
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + 12 * index
    if (at + 12 > exif.length) return UPRIGHT
    if (view.getUint16(at, isLittle) !== 0x0112) continue
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : UPRIGHT
  }
  return UPRIGHT
}
