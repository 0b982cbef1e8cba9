import { expect, it } from 'vitest'

import { nameWithFormat } from '../../src/shared/file-name-format.ts'

const PDF = 'application/pdf'

it.each([
  ['plan', PDF, 'plan.pdf'],
  ['plan.pdf', PDF, 'plan.pdf'],
  ['Plan.PDF', PDF, 'Plan.PDF'],
  ['plan.txt', PDF, 'plan.txt.pdf'],
  ['plan.pdf.bak', PDF, 'plan.pdf.bak.pdf'],
  ['', PDF, 'file.pdf'],
  ['  ', PDF, 'file.pdf'],
  ['.pdf', PDF, 'file.pdf'],
  ['plan .pdf', PDF, 'plan.pdf'],
  ['plan\n\u0000.pdf', PDF, 'plan__.pdf'],
  ['half \ud800', PDF, 'half \ufffd.pdf'],
  ['計画', PDF, '計画.pdf'],
  ['page?id=7', PDF, 'page?id=7.pdf'],
  ['screenshot', 'image/png', 'screenshot.png'],
  ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
  ['photo', 'image/jpeg', 'photo.jpg'],
  ['photo.png', 'image/webp', 'photo.png.webp'],
  ['talk', 'audio/mpeg', 'talk.mp3'],
  ['data.bin', 'application/octet-stream', 'data.bin'],
])('%j as %s is sent as %j', (name, mediaType, sent) => {
  expect(nameWithFormat(name, mediaType)).toBe(sent)
  expect(nameWithFormat(sent, mediaType)).toBe(sent)
})

it('is cut before its end', () => {
  const sent = nameWithFormat(`${'🙂'.repeat(1_000)}.pdf`, PDF)
  expect(Array.from(sent)).toHaveLength(204)
  expect(sent).toMatch(/^(🙂)+\.pdf$/u)
})
