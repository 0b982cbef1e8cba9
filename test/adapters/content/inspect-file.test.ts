import { describe, expect, it } from 'vitest'

import { inspectFile } from '../../../src/main/adapters/content/inspect-file.ts'
import type { FileBytes } from '../../../src/main/core/ports/content-ports.ts'
import { ok } from '../../../src/shared/result.ts'
import { sampleJpeg, samplePdf, samplePng } from '../../support/sample-files.ts'

function inspect(bytes: Uint8Array) {
  const file: FileBytes = {
    size: bytes.length,
    read: async (offset, length) => ok(bytes.subarray(offset, offset + length)),
  }
  return inspectFile(file)
}

describe('inspecting a file', () => {
  it('measures a picture, whatever its name says', async () => {
    expect(await inspect(samplePng(1200, 800))).toEqual(
      ok({ kind: 'image', media_type: 'image/png', text: null, width: 1200, height: 800 }),
    )
  })

  it('measures a picture as it is shown', async () => {
    expect(await inspect(sampleJpeg(1, 400, 300, ''))).toMatchObject({ value: { width: 400, height: 300 } })
    expect(await inspect(sampleJpeg(6, 400, 300, ''))).toMatchObject({ value: { width: 300, height: 400 } })
  })

  it('keeps a picture that it cannot measure', async () => {
    const cut = samplePng(10, 10).subarray(0, 12)
    expect(await inspect(cut)).toEqual(ok({ kind: 'image', media_type: 'image/png', text: null }))
  })

  it('counts the pages of a PDF and reads its text', async () => {
    const read = await inspect(samplePdf(['Quarterly report', 'Second (page)']))
    expect(read).toEqual(
      ok({
        kind: 'pdf',
        media_type: 'application/pdf',
        pages: 2,
        text: '[Page 1]\nQuarterly report\n\n[Page 2]\nSecond (page)',
      }),
    )
  })

  it('keeps a damaged PDF without text', async () => {
    expect(await inspect(Buffer.from('%PDF-1.7\nnothing'))).toEqual(
      ok({ kind: 'pdf', media_type: 'application/pdf', text: null }),
    )
  })

  it('takes UTF-8 for text, also where a character is cut between two reads', async () => {
    const text = `${'a'.repeat(1024 * 1024 - 1)}é`
    expect(await inspect(Buffer.from(text))).toMatchObject({ value: { kind: 'text', media_type: 'text/plain' } })
    expect(await inspect(Buffer.from('Grüße 🦊'))).toMatchObject({ value: { text: 'Grüße 🦊' } })
  })

  it('keeps the first million characters of a long text, and says so', async () => {
    const read = await inspect(Buffer.from('x'.repeat(1_000_001)))
    expect(read.ok && read.value.text?.length).toBe(1_000_000 + '\n\n[The rest of the file is left out.]'.length)
  })

  it('takes anything else for a file without text', async () => {
    const unknown = ok({ kind: 'file', media_type: 'application/octet-stream', text: null })
    expect(await inspect(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toEqual(unknown)
    expect(await inspect(Buffer.from([0xc3, 0x28]))).toEqual(unknown)
  })

  it.each(['BMW is a brand', 'ID3 tags', 'OggS', 'RIFF'])('takes "%s" for text', async (text) => {
    expect(await inspect(Buffer.from(text))).toMatchObject({ value: { kind: 'text', text } })
  })
})
