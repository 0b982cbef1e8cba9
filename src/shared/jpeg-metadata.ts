import { exifOrientation, Parts, startsWith, UPRIGHT } from './picture-parts.ts'

/** APP1 with a TIFF header and one entry: tag 0x0112, type SHORT, one value, which is the byte at 29. */
const ORIENTATION_SEGMENT = [
  0xff, 0xe1, 0, 0x22, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0,
  1, 0, 0, 0, 0, 0, 0, 0, 0,
] as const

/** Markers of JPEG (ITU-T T.81, annex B). */
const SOS = 0xda
const EOI = 0xd9

/** Keeps what a JPEG needs to be drawn. Returns its orientation, 1 to 8; null: the file is damaged. */
export function stripJpeg(parts: Parts): number | null {
  const { file, view } = parts
  parts.keep(0, 2)
  let orientation = UPRIGHT
  for (let at = 2; at + 2 <= file.length;) {
    if (file[at] !== 0xff) return null
    const marker = file[at + 1] ?? 0
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) {
      parts.keep(at, at + 2)
      return orientation
    }
    if (at + 4 > file.length) return null
    const end = at + 2 + view.getUint16(at + 2)
    if (end > file.length) return null
    if (marker === 0xe1 && startsWith(file, at + 4, 'Exif\0\0'))
      orientation = exifOrientation(file.subarray(at + 10, end))
    const next = marker === SOS ? endOfScan(file, end) : end
    if (isKeptInJpeg(file, at, marker)) parts.keep(at, next)
    at = next
  }
  return null
}

/** Of the application segments, JFIF, colour profiles and Adobe's colour transform are kept. Comments are not. */
function isKeptInJpeg(file: Uint8Array, at: number, marker: number): boolean {
  if (marker === 0xe0) return startsWith(file, at + 4, 'JFIF\0')
  if (marker === 0xe2) return startsWith(file, at + 4, 'ICC_PROFILE\0')
  if (marker === 0xee) return startsWith(file, at + 4, 'Adobe')
  const isApplication = marker >= 0xe0 && marker <= 0xef
  return !isApplication && marker !== 0xfe
}

/** Entropy-coded data ends before a marker that is neither a stuffed byte nor a restart. */
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7) || next === 0xff
    if (!isData) return at
  }
  return file.length
}

/** Puts an EXIF segment with nothing but the orientation, 1 to 8, in front of a JPEG's own. */
export function withOrientation(bytes: Uint8Array, orientation: number): Uint8Array {
  const parts = new Parts(bytes)
  const exif = Uint8Array.from(ORIENTATION_SEGMENT)
  exif[29] = orientation
  parts.keep(0, 2)
  parts.put(exif)
  parts.keep(2, bytes.length)
  return parts.joined()
}
