import { exifOrientation, Parts, startsWith, UPRIGHT } from './picture-parts.ts'

/** A picture without metadata. */
export interface PlainPicture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  /** How EXIF says that it must be turned, 1 to 8; 1: it is upright. The information itself is removed. */
  readonly orientation: number
}

/**
 * Removes what a PNG, JPEG, WebP or GIF says besides its pixels and colours: the place and time, the camera, comments,
 * previews, and anything after its end. The pixels keep their bytes. Null: another format, or a damaged file.
 */
export function withoutMetadata(file: Uint8Array): PlainPicture | null {
  const format = FORMATS.find(({ begins }) => startsWith(file, 0, begins))
  if (format === undefined) return null
  const parts = new Parts(file)
  const orientation = format.strip(parts)
  return orientation === null ? null : { bytes: parts.joined(), mediaType: format.mediaType, orientation }
}

/**
 * Does the same where pictures cannot be drawn: a JPEG that is not upright keeps the information how it must be turned.
 * Other formats and damaged files are returned unchanged.
 */
export function cleanPicture(file: Uint8Array): Uint8Array {
  const plain = withoutMetadata(file)
  if (plain === null) return file
  const keepsTurn = plain.orientation !== UPRIGHT && plain.mediaType === 'image/jpeg'
  return keepsTurn ? withOrientation(plain.bytes, plain.orientation) : plain.bytes
}

interface Format {
  readonly begins: string
  readonly mediaType: string
  /** Keeps the parts of the file that stay. Returns the orientation; null: the file is damaged. */
  strip(parts: Parts): number | null
}

/** Chunks that hold pixels, colours, transparency, and the frames of animations (W3C, PNG, third edition, § 11). */
const PNG_KEPT: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)

function stripPng(parts: Parts): number | null {
  const { file, view } = parts
  parts.keep(0, 8)
  let orientation = UPRIGHT
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 12 + view.getUint32(at)
    if (end > file.length) return null
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8))
    if (PNG_KEPT.has(type)) parts.keep(at, end)
    if (type === 'eXIf') orientation = exifOrientation(file.subarray(at + 8, end - 4))
    if (type === 'IEND') return orientation
    at = end
  }
  return null
}

/** Flags of the first byte of VP8X (developers.google.com/speed/webp/docs/riff_container). */
const WEBP_METADATA = 0x08 | 0x04

function stripWebp(parts: Parts): number | null {
  const { file, view } = parts
  if (!startsWith(file, 8, 'WEBP')) return null
  const size = Math.min(file.length, 8 + view.getUint32(4, true))
  const chunks: Uint8Array[] = []
  let orientation = UPRIGHT
  for (let at = 12; at + 8 <= size;) {
    const type = String.fromCharCode(...file.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (at + 8 + length > size) return null
    const chunk = file.slice(at, Math.min(end, size))
    if (type === 'EXIF') orientation = exifOrientation(withoutExifMark(file.subarray(at + 8, at + 8 + length)))
    if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WEBP_METADATA
    if (WEBP_KEPT.has(type)) chunks.push(chunk)
    at = end
  }
  const header = file.slice(0, 12)
  const body = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  new DataView(header.buffer).setUint32(4, 4 + body, true)
  parts.put(header)
  for (const chunk of chunks) parts.put(chunk)
  return chunks.length === 0 ? null : orientation
}

const WEBP_KEPT: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

function withoutExifMark(exif: Uint8Array): Uint8Array {
  return startsWith(exif, 0, 'Exif\0\0') ? exif.subarray(6) : exif
}

/** Blocks of GIF (W3C, GIF89a): comments and applications other than loops and colour profiles are left out. */
function stripGif(parts: Parts): number | null {
  const { file } = parts
  const flags = file[10] ?? 0
  let at = 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  parts.keep(0, at)
  while (at < file.length) {
    const kind = file[at]
    if (kind === 0x3b) {
      parts.keep(at, at + 1)
      return UPRIGHT
    }
    const end = kind === 0x2c ? endOfGifImage(file, at) : kind === 0x21 ? endOfSubBlocks(file, at + 2) : null
    if (end === null) return null
    if (kind === 0x2c || isKeptInGif(file, at)) parts.keep(at, end)
    at = end
  }
  return null
}

function isKeptInGif(file: Uint8Array, at: number): boolean {
  const label = file[at + 1]
  if (label === 0xff)
    return ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'].some((name) => startsWith(file, at + 3, name))
  return label !== 0xfe
}

function endOfGifImage(file: Uint8Array, at: number): number | null {
  const flags = file[at + 9] ?? 0
  const colours = (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
  return endOfSubBlocks(file, at + 10 + colours + 1)
}

function endOfSubBlocks(file: Uint8Array, from: number): number | null {
  let at = from
  while (at < file.length) {
    const length = file[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return null
}

const FORMATS: readonly Format[] = [
  { begins: '\x89PNG\r\n\x1a\n', mediaType: 'image/png', strip: stripPng },
  { begins: '\xff\xd8\xff', mediaType: 'image/jpeg', strip: stripJpeg },
  { begins: 'RIFF', mediaType: 'image/webp', strip: stripWebp },
  { begins: 'GIF8', mediaType: 'image/gif', strip: stripGif },
]

/** APP1 with a TIFF header and one entry: tag 0x0112, type SHORT, one value, which is the byte at 29. */
const ORIENTATION_SEGMENT = [
  0xff, 0xe1, 0, 0x22, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0,
  1, 0, 0, 0, 0, 0, 0, 0, 0,
] as const

/** Markers of JPEG (ITU-T T.81, annex B). */
const SOS = 0xda
const EOI = 0xd9

/** Keeps what a JPEG needs to be drawn. Returns its orientation, 1 to 8; null: the file is damaged. */
function stripJpeg(parts: Parts): number | null {
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
function withOrientation(bytes: Uint8Array, orientation: number): Uint8Array {
  const parts = new Parts(bytes)
  const exif = Uint8Array.from(ORIENTATION_SEGMENT)
  exif[29] = orientation
  parts.keep(0, 2)
  parts.put(exif)
  parts.keep(2, bytes.length)
  return parts.joined()
}
