import { describe, expect, it } from 'vitest'

import type { FileFacts } from '../../src/shared/attachment.ts'
import { fileOutcome, unseenFiles } from '../../src/shared/file-outcome.ts'
import type { FileTarget } from '../../src/shared/model-content.ts'

const picture: FileFacts = {
  sha256: '0'.repeat(64),
  media_type: 'image/png',
  kind: 'image',
  bytes: 1_000,
  width: 10,
  height: 10,
}
const pdf: FileFacts = { ...picture, media_type: 'application/pdf', kind: 'pdf', pages: 12, characters: 4_000 }
const archive: FileFacts = { ...picture, media_type: 'application/octet-stream', kind: 'file' }

const CLAUDE = { provider: 'anthropic', model: 'claude-haiku-4-5' } as const
const MISTRAL = { provider: 'mistral', model: 'mistral-large-4' } as const
const BLIND = { provider: 'local', model: 'gpt-oss-120b' } as const

describe('fileOutcome', () => {
  it.each([
    ['a picture for a model that sees', picture, CLAUDE, 'native'],
    ['a picture for a model that does not', picture, BLIND, 'left_out'],
    ['a picture with too many pixels', { ...picture, width: 9_000 }, CLAUDE, 'redrawn'],
    ['a picture with too many bytes', { ...picture, bytes: 9_000_000 }, CLAUDE, 'redrawn'],
    ['a format that the provider does not take', { ...picture, media_type: 'image/avif' }, CLAUDE, 'redrawn'],
    ['a format that browsers cannot read', { ...picture, media_type: 'image/heic' }, CLAUDE, 'left_out'],
    ['a PDF', pdf, CLAUDE, 'native'],
    ['a PDF with too many pages', { ...pdf, pages: 400 }, CLAUDE, 'text'],
    ['a PDF for a model that takes none', pdf, BLIND, 'text'],
    ['a PDF with text for Mistral, which reads it at a price of its own', pdf, MISTRAL, 'text'],
    ['a scanned PDF for Mistral', { ...pdf, characters: 0 }, MISTRAL, 'native'],
    ['a PDF without text for such a model', { ...pdf, characters: 0 }, BLIND, 'left_out'],
    ['an archive', archive, CLAUDE, 'left_out'],
  ] as const)('says what becomes of %s', (_, file, target, outcome) => {
    expect(fileOutcome(file, target)).toBe(outcome)
  })
})

const counted = (files: Parameters<typeof unseenFiles>[0], target: FileTarget) => {
  const unseen = unseenFiles(files, target)
  return unseen === null ? null : [unseen.files, unseen.arePictures]
}

describe('unseenFiles', () => {
  it('counts what a model will not see', () => {
    expect(counted({ recorded: [picture, pdf], drafts: [picture] }, BLIND)).toEqual([2, true])
    expect(counted({ recorded: [picture], drafts: [] }, BLIND)).toEqual([1, true])
    expect(counted({ recorded: [], drafts: [picture, archive] }, BLIND)).toEqual([2, false])
    expect(counted({ recorded: [picture, pdf], drafts: [] }, CLAUDE)).toBeNull()
  })

  it('says why, once for each kind', () => {
    expect(unseenFiles({ recorded: [picture, archive], drafts: [picture] }, BLIND)?.kinds).toEqual(['image', 'file'])
  })

  it('counts pictures of the log that the window could only have changed before they were sent', () => {
    const large = { ...picture, width: 9_000 }
    const unseen = { files: 1, arePictures: true, kinds: ['redrawn'] }
    expect(unseenFiles({ recorded: [large], drafts: [] }, CLAUDE)).toEqual(unseen)
    expect(unseenFiles({ recorded: [], drafts: [large] }, CLAUDE)).toBeNull()
  })
})
