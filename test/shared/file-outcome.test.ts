import { describe, expect, it } from 'vitest'

import type { FileFacts } from '../../src/shared/attachment.ts'
import { fileOutcome, unseenWarning } from '../../src/shared/file-outcome.ts'
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

const warned = (files: Parameters<typeof unseenWarning>[0], target: FileTarget) => unseenWarning(files, target)?.count

describe('unseenWarning', () => {
  it('counts what a model will not see', () => {
    expect(warned({ recorded: [picture, pdf], drafts: [picture] }, BLIND)).toBe('2 pictures will not be seen')
    expect(warned({ recorded: [picture], drafts: [] }, BLIND)).toBe('1 picture will not be seen')
    expect(warned({ recorded: [], drafts: [picture, archive] }, BLIND)).toBe('2 files will not be seen')
    expect(unseenWarning({ recorded: [picture, pdf], drafts: [] }, CLAUDE)).toBeNull()
  })

  it('says why, once for each kind', () => {
    expect(unseenWarning({ recorded: [picture, archive], drafts: [picture] }, BLIND)?.reason).toBe(
      'gpt-oss-120b can’t see images and can’t read this type of file · it gets a note instead',
    )
  })

  it('counts pictures of the log that the window could only have changed before they were sent', () => {
    const large = { ...picture, width: 9_000 }
    expect(unseenWarning({ recorded: [large], drafts: [] }, CLAUDE)).toEqual({
      count: '1 picture will not be seen',
      reason: 'claude-haiku-4-5 can’t take images of this size or type · it gets a note instead',
    })
    expect(unseenWarning({ recorded: [], drafts: [large] }, CLAUDE)).toBeNull()
  })
})
