import { expect, it } from 'vitest'

import { pastedFileName, shownFileName } from '../../src/shared/attachment-words.ts'
import type { AttachmentBlock } from '../../src/shared/attachment.ts'

const file: AttachmentBlock = {
  type: 'attachment',
  sha256: '0'.repeat(64),
  name: 'add.ts',
  media_type: 'text/plain',
  kind: 'text',
  bytes: 48_211,
}

it('names pasted text by its lines', () => {
  const name = pastedFileName('line\n'.repeat(1_699))
  expect(name).toBe('Pasted text · 1,700 lines.txt')
  expect(shownFileName({ kind: 'text', name })).toBe('Pasted text · 1,700 lines')
})

it('shows the path of a file that the prompt mentions', () => {
  expect(shownFileName(file, 'Look at @src/add.ts please')).toBe('src/add.ts')
  expect(shownFileName(file, 'Look at @src/padd.ts please')).toBe('add.ts')
  expect(shownFileName(file, 'me@src/add.ts')).toBe('add.ts')
})
