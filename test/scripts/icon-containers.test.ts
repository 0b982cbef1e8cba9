import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const RESOURCES = join(import.meta.dirname, '..', '..', 'resources')

/** From the header of a PNG picture: its width and height. */
function pngSize(png: Buffer): readonly [width: number, height: number] {
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

describe('the app’s icon', () => {
  it('holds for Windows each picture in the size that its entry says', async () => {
    const ico = await readFile(join(RESOURCES, 'icon.ico'))
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) =>
      ico.subarray(6 + 16 * index, 22 + 16 * index),
    )
    const said = entries.map((entry) => entry.readUInt8(0) || 256)
    const found = entries.map((entry) => {
      const offset = entry.readUInt32LE(12)
      return pngSize(ico.subarray(offset, offset + entry.readUInt32LE(8)))
    })

    expect(said).toEqual([16, 32, 48, 64, 128, 256])
    expect(found).toEqual(said.map((size) => [size, size]))
  })

  it('holds for macOS every type in its size, and ends where it says', async () => {
    const icns = await readFile(join(RESOURCES, 'icon.icns'))
    const sizes: Record<string, number> = {}
    let offset = 8
    while (offset < icns.length) {
      const [width] = pngSize(icns.subarray(offset + 8))
      sizes[icns.toString('latin1', offset, offset + 4)] = width
      offset += icns.readUInt32BE(offset + 4)
    }

    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4), offset]).toEqual(['icns', icns.length, icns.length])
    expect(sizes).toEqual({
      icp4: 16,
      icp5: 32,
      ic11: 32,
      ic12: 64,
      ic07: 128,
      ic08: 256,
      ic13: 256,
      ic09: 512,
      ic14: 512,
      ic10: 1024,
    })
  })

  it.each([16, 32, 48, 64, 128, 256, 512])('is there for Linux in %i pixels', async (size) => {
    const png = await readFile(join(RESOURCES, 'icons', `${size}x${size}.png`))

    expect(pngSize(png)).toEqual([size, size])
  })
})
