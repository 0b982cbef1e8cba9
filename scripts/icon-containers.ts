/** A square picture. */
export interface IconPicture {
  /** Width and height in pixels. */
  readonly size: number
  readonly png: Uint8Array
}

/** Returns an .ico file of PNG pictures of at most 256 pixels, which Windows Vista and later read. */
export function windowsIcon(pictures: readonly IconPicture[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index
    // Width and height are one byte each; 0 means 256.
    header.writeUInt8(size % 256, entry)
    header.writeUInt8(size % 256, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

/** The icon types of macOS by size of the PNG in pixels; the `@2x` types have half as many points. */
const ICNS_TYPES: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}

/** Returns an .icns file. Sizes without a macOS type are left out. */
export function iconImage(pictures: readonly IconPicture[]): Buffer {
  const chunks = pictures.flatMap(({ size, png }) => (ICNS_TYPES[size] ?? []).map((type) => icnsChunk(type, png)))
  return icnsChunk('icns', Buffer.concat(chunks))
}

function icnsChunk(type: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([header, content])
}
