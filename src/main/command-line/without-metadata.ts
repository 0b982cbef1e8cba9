/**
 * Removes from a JPEG or PNG what is not needed to show it: place, camera, comments, thumbnails. The orientation of a
 * JPEG stays. Other files, and files that are not well-formed, are returned unchanged.
 *
 * Sources: ITU-T T.81 annex B, CIPA DC-008 (EXIF), https://www.w3.org/TR/png-3/.
 */
export function withoutMetadata(bytes: Buffer): Buffer {
  if (bytes.readUIntBE(0, Math.min(3, bytes.length)) === 0xffd8ff) return strippedJpeg(bytes) ?? bytes
  return bytes.subarray(0, 8).equals(PNG_SIGNATURE) ? (strippedPng(bytes) ?? bytes) : bytes
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Chunks that hold texts, times and EXIF. */
const PNG_METADATA = new Set(['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf'])

function strippedPng(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at < bytes.length;) {
    if (at + 12 > bytes.length) return null
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    if (!PNG_METADATA.has(bytes.toString('latin1', at + 4, at + 8))) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

const MARKER = 0xff
const START_OF_SCAN = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
/** Colour profiles, and how Adobe's programs encode colours. */
const KEPT_APPS = new Set([APP0, 0xe2, 0xee])
const COMMENT = 0xfe

function strippedJpeg(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, 2)]
  let orientation = 1
  for (let at = 2; ;) {
    if (at + 4 > bytes.length || bytes[at] !== MARKER) return null
    const marker = bytes[at + 1] ?? 0
    // Everything from here on is the picture itself.
    if (marker === START_OF_SCAN) return Buffer.concat([...withOrientation(kept, orientation), bytes.subarray(at)])
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return null
    const segment = bytes.subarray(at, end)
    if (marker === APP1) orientation = orientationOf(segment) ?? orientation
    if (!isMetadata(marker)) kept.push(segment)
    at = end
  }
}

function isMetadata(marker: number): boolean {
  return marker === COMMENT || (marker >= APP0 && marker <= 0xef && !KEPT_APPS.has(marker))
}

/** Puts an EXIF segment with nothing but the orientation in front, if the picture is not upright. */
function withOrientation([start, ...segments]: readonly Buffer[], orientation: number): readonly Buffer[] {
  if (orientation === 1) return [...(start === undefined ? [] : [start]), ...segments]
  const exif = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '00010112000300000001000000000000' + '0000',
    'hex',
  )
  exif.writeUInt16BE(orientation, 28)
  return [...(start === undefined ? [] : [start]), exif, ...segments]
}

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const ORIENTATION_TAG = 0x0112

/** Returns the orientation of an EXIF segment, 1 to 8; null: it has none. */
function orientationOf(segment: Buffer): number | null {
  if (!segment.subarray(4, 10).equals(EXIF)) return null
  const tiff = segment.subarray(10)
  if (tiff.length < 8) return null
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const read16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let index = 0; index < read16(first); index += 1) {
    const entry = first + 2 + index * 12
    if (read16(entry) !== ORIENTATION_TAG) continue
    const value = read16(entry + 8)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}
