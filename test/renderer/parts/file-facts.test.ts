import { expect, it } from 'vitest'

import { fileFacts } from '../../../src/renderer/parts/file-facts.ts'
import type { AttachmentBlock } from '../../../src/shared/attachment.ts'

const file: AttachmentBlock = {
  type: 'attachment',
  sha256: '0'.repeat(64),
  name: 'add.ts',
  media_type: 'text/plain',
  kind: 'text',
  bytes: 48_211,
}

it('says what a file is', () => {
  expect(fileFacts(file)).toEqual(['text file', '48 kB'])
  expect(fileFacts({ ...file, kind: 'pdf', pages: 12 })).toEqual(['PDF', '12 pages', '48 kB'])
  expect(fileFacts({ ...file, kind: 'pdf', pages: 1 })).toEqual(['PDF', '1 page', '48 kB'])
})
