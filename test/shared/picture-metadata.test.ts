import { crc32 } from 'node:zlib'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { withoutMetadata } from '../../src/shared/picture-metadata.ts'
import { samplePng } from '../support/sample-files.ts'

const SECRET = 'N 51.5 W 0.12'

describe('withoutMetadata', () => {
  it.each([
    ['PNG', pngWith(6), 'image/png', 6],
    ['JPEG', jpegWith(8), 'image/jpeg', 8],
    ['JPEG that is upright', jpegWith(1), 'image/jpeg', 1],
    ['WebP', webpWith(3), 'image/webp', 3],
    ['GIF', gif(), 'image/gif', 1],
  ])('takes the place and all comments out of a %s, and keeps its pixels', (_, file, mediaType, orientation) => {
    const plain = withoutMetadata(file)
    expect(plain).toMatchObject({ mediaType, orientation })
    const text = Buffer.from(plain?.bytes ?? []).toString('latin1')
    expect(Buffer.from(file).toString('latin1')).toContain(SECRET)
    expect(text).not.toContain(SECRET)
    expect(text).toContain('PIXELS')
    // It has nothing more to take out.
    expect(withoutMetadata(Uint8Array.from(plain?.bytes ?? []))?.bytes).toEqual(plain?.bytes)
  })

  it('keeps the colours of a JPEG: its profile and the transform', () => {
    const text = Buffer.from(withoutMetadata(jpegWith(1))?.bytes ?? []).toString('latin1')
    expect(text).toContain('ICC_PROFILE\0')
    expect(text).toContain('Adobe')
  })

  it('adapts the flags and the size of a WebP', () => {
    const bytes = Buffer.from(withoutMetadata(webpWith(3))?.bytes ?? [])
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
    // VP8X: the flags of EXIF and XMP are off, that of transparency stays.
    expect(bytes[20]).toBe(0x10)
  })

  it('has no answer for other formats', () => {
    expect(withoutMetadata(Uint8Array.from(Buffer.from('%PDF-1.7')))).toBeNull()
    expect(withoutMetadata(Uint8Array.from(Buffer.from('RIFF\0\0\0\0WAVE')))).toBeNull()
    expect(withoutMetadata(new Uint8Array())).toBeNull()
  })

  it('never throws at a damaged file, and lets no metadata of a cut one through', () => {
    const files = [pngWith(6), jpegWith(8), webpWith(3), gif()]
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.nat(2_000),
        fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 3 }),
        (file, length, changes) => {
          const damaged = Uint8Array.from(file.subarray(0, length))
          for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value
          const plain = withoutMetadata(damaged)
          const isCut = changes.length === 0
          const kept = isCut ? Buffer.from(plain?.bytes ?? []).toString('latin1') : ''
          expect(kept).not.toContain(SECRET)
        },
      ),
    )
  })
})

function bytesOf(...parts: readonly (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  )
}

/** A TIFF header, one directory with the orientation, and a text behind it. */
function exif(orientation: number): Uint8Array {
  const data = Buffer.alloc(26)
  data.write('II*\0', 'latin1')
  data.writeUInt32LE(8, 4)
  data.writeUInt16LE(1, 8)
  data.writeUInt16LE(0x0112, 10)
  data.writeUInt16LE(3, 12)
  data.writeUInt32LE(1, 14)
  data.writeUInt16LE(orientation, 18)
  return Buffer.concat([data, Buffer.from(SECRET)])
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function pngWith(orientation: number): Uint8Array<ArrayBuffer> {
  const plain = samplePng(4, 4)
  const end = plain.length - 12
  const added = [
    pngChunk('eXIf', exif(orientation)),
    pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)),
    pngChunk('IDAT', Buffer.from('PIXELS')),
  ]
  return bytesOf(plain.subarray(0, end), ...added, plain.subarray(end), SECRET)
}

function segment(marker: number, data: string | Uint8Array): Uint8Array {
  const body = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data)
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body])
}

function jpegWith(orientation: number): Uint8Array<ArrayBuffer> {
  return bytesOf(
    [0xff, 0xd8],
    segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation)])),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
    segment(0xe2, 'ICC_PROFILE\0\x01\x01colours'),
    segment(0xe2, `MPF\0${SECRET}`),
    segment(0xed, `Photoshop 3.0\0${SECRET}`),
    segment(0xee, 'Adobe\0\x64\0\0\0\0\0'),
    segment(0xfe, SECRET),
    // Fill bytes may stand before a marker.
    [0xff, 0xff],
    segment(0xdb, 'table').subarray(1),
    segment(0xda, 'scan'),
    'PIXELS',
    [0xff, 0x00, 0xff, 0xd0],
    'PIXELS',
    [0xff, 0xd9],
    // Telephones put a film behind the picture.
    SECRET,
  )
}

function riffChunk(type: string, data: string | Uint8Array): Uint8Array {
  const body = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), size, body, Buffer.alloc(body.length % 2)])
}

function webpWith(orientation: number): Uint8Array<ArrayBuffer> {
  const chunks = Buffer.concat([
    riffChunk('VP8X', '\x1c\0\0\0\x03\0\0\x03\0\0'),
    riffChunk('ICCP', 'colours'),
    riffChunk('VP8 ', 'PIXELS'),
    riffChunk('EXIF', exif(orientation)),
    riffChunk('XMP ', SECRET),
    riffChunk('NOTE', SECRET),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(chunks.length + 4)
  return bytesOf('RIFF', size, 'WEBP', chunks, SECRET)
}

function gif(): Uint8Array<ArrayBuffer> {
  const block = (text: string) => bytesOf([text.length], text)
  return bytesOf(
    'GIF89a',
    [1, 0, 1, 0, 0x80, 0, 0],
    [0, 0, 0, 255, 255, 255],
    [0x21, 0xff, 11],
    'NETSCAPE2.0',
    [3, 1, 0, 0, 0],
    [0x21, 0xfe],
    block(SECRET),
    [0],
    [0x21, 0xff, 11],
    'XMP DataXMP',
    block(SECRET),
    [0],
    [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2],
    block('PIXELS'),
    [0],
    [0x3b],
    SECRET,
  )
}
