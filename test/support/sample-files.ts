import { createHash, randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Returns a PNG of this size, one colour. `seed` makes its bytes differ from other pictures. */
export function samplePng(width: number, height: number, seed = 0): Buffer {
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  return png(width, height, [chunk('tEXt', Buffer.from(`seed\0${seed}`)), chunk('IDAT', rows)])
}

/** Returns a PNG of this size, grey noise of one byte per pixel, which is not compressed. */
export function noisePng(width: number, height: number): Buffer {
  const rows = randomBytes((width + 1) * height)
  // Each row begins with the number of its filter.
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  return png(width, height, [chunk('IDAT', deflateSync(rows, { level: 0 }))])
}

function png(width: number, height: number, chunks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), ...chunks, chunk('IEND', Buffer.of())]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Returns a PDF with one line of text on each page. */
export function samplePdf(lines: readonly string[]): Buffer {
  const pages = lines.map((_, index) => 4 + 2 * index)
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, index) => {
      const text = `BT /F1 24 Tf 72 720 Td (${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`
      return [page, pdfStream('', text)]
    }),
  ])
}

/** Returns a PDF of these objects. They are numbered from 1, and the first is the catalogue. */
export function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + end, 'latin1')
}

/** An object of a PDF with data; `entries` are those of its dictionary. */
export function pdfStream(entries: string, data: string): string {
  return `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`
}

/** The same, locked with a password: none is known, which is as good as one that nobody tells. */
export function lockedPdf(lines: readonly string[]): Buffer {
  const key = (byte: string) => `<${byte.repeat(32)}>`
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${key('a1')} /U ${key('b2')} >> /ID [${key('c3')} ${key('c3')}]`
  const text = samplePdf(lines).toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${encryption}`)
  return Buffer.from(text, 'latin1')
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns a JPEG that consists of EXIF with this orientation, a comment, the header with this size, and no pixels. */
export function sampleJpeg(orientation: number, width: number, height: number, comment: string): Buffer {
  // One entry: tag 0x0112, type SHORT, one value.
  const tiff = Buffer.from('49492a000800000001001201030001000000ff00000000000000', 'hex')
  tiff[18] = orientation
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])),
    segment(0xfe, Buffer.from(comment)),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, Buffer.concat([Buffer.of(8), size, Buffer.of(1, 1, 0x11, 0)])),
    segment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)),
    Buffer.of(0xff, 0xd9),
  ])
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
