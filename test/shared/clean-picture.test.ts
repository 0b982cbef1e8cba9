import { imageSize } from 'image-size'
import { describe, expect, it } from 'vitest'

import { cleanPicture } from '../../src/shared/picture-metadata.ts'
import { sampleJpeg, samplePng } from '../support/sample-files.ts'

describe('a picture without its metadata', () => {
  it('is a JPEG with its size and orientation, and without comments', () => {
    const picture = sampleJpeg(6, 400, 300, 'taken at 48.2, 16.4')
    const stripped = Buffer.from(cleanPicture(picture))
    expect(picture.includes('48.2')).toBe(true)
    expect(stripped.includes('48.2')).toBe(false)
    expect(imageSize(stripped)).toMatchObject({ width: 400, height: 300, orientation: 6 })
  })

  it('has no EXIF at all where it is upright', () => {
    const stripped = Buffer.from(cleanPicture(sampleJpeg(1, 400, 300, 'x')))
    expect(stripped.includes('Exif')).toBe(false)
    expect(imageSize(stripped)).toMatchObject({ width: 400, height: 300 })
  })

  it('is a PNG without texts', () => {
    const picture = samplePng(5, 4, 7)
    expect([picture.includes('seed'), Buffer.from(cleanPicture(picture)).includes('seed')]).toEqual([true, false])
    expect(imageSize(cleanPicture(picture))).toMatchObject({ width: 5, height: 4 })
  })

  it.each([
    ['another file', Buffer.from('plain text')],
    ['one byte', Buffer.from('x')],
    ['a JPEG that is cut', sampleJpeg(6, 400, 300, 'x').subarray(0, 30)],
    ['a PNG that is cut', samplePng(5, 4).subarray(0, 40)],
  ])('is unchanged where it is %s', (_, bytes) => {
    expect(cleanPicture(bytes)).toBe(bytes)
  })
})
