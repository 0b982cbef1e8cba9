import { describe, expect, it } from 'vitest'

import { fileParts } from '../../../src/main/core/content/content-files.ts'
import { withinFileLimits } from '../../../src/main/core/content/file-limits.ts'
import type { SentFile } from '../../../src/shared/transcript-view.ts'
import type { FilePart, ModelRequest, TranscriptMessage } from '../../../src/main/core/ports/provider-ports.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'

const picture = (rest: Partial<FilePart> = {}): FilePart => ({
  type: 'file',
  as: 'image',
  sha256: 's',
  name: 'cat.png',
  mediaType: 'image/png',
  bytes: 1_000,
  width: 800,
  height: 600,
  ...rest,
})

const says = (...content: readonly FilePart[]): TranscriptMessage => ({ role: 'user', content })
const many = (count: number, rest: Partial<FilePart> = {}) =>
  Array.from({ length: count }, (_, index) => picture({ ...rest, name: `${index}.png`, sha256: `s${index}` }))

/** The names of the pictures that are left, and what is said about the others. */
function limited(provider: ApiProviderName, ...messages: readonly TranscriptMessage[]) {
  const request: ModelRequest = {
    model: 'm',
    thinkingLevel: 'med',
    system: [],
    messages,
    tools: [],
    maxOutputTokens: 1,
  }
  const files = fileParts(request).map(({ sha256, name }): SentFile => {
    return { eventId: 1, sha256, name, kind: 'image', sent: 'native', tokens: 1 }
  })
  const result = withinFileLimits(provider, request, files)
  return {
    names: fileParts(result.request).map(({ name }) => name),
    reported: result.files.filter(({ sent }) => sent === 'native').map(({ name }) => name),
    notSent: result.notSent,
    messages: result.request.messages,
  }
}

describe('the limits on all files of a request', () => {
  it.each([
    ['none', 'anthropic', [], 0],
    ['a few large ones', 'anthropic', many(20, { width: 4_000 }), 20],
    ['a hundred', 'anthropic', many(100), 100],
    ['a hundred and one', 'anthropic', many(101), 76],
    ['a hundred and twenty-six', 'anthropic', many(126), 76],
    ['pages, which count as pictures', 'anthropic', many(3, { as: 'pdf', pages: 40 }), 2],
    ['eight', 'mistral', many(8), 8],
    ['nine', 'mistral', many(9), 7],
    ['many at another provider', 'openai', many(200, { width: 4_000 }), 200],
    ['too many bytes', 'google', many(3, { bytes: 6_000_000 }), 2],
    ['far too many bytes', 'google', many(30, { bytes: 6_000_000 }), 2],
    ['one that is too large alone', 'google', many(1, { bytes: 16_000_000 }), 0],
    ['large ones among many', 'anthropic', many(21, { width: 4_000 }), 16],
    ['old large ones among many', 'anthropic', [...many(5, { width: 4_000 }), ...many(30)], 30],
  ] as const)('%s: the newest of them are sent', (_, provider, pictures, left) => {
    const { names, reported, notSent } = limited(provider, says(...pictures))
    expect(names).toHaveLength(left)
    expect(names).toEqual(pictures.slice(pictures.length - left).map(({ name }) => name))
    expect(reported).toHaveLength(left)
    expect(notSent?.count ?? 0).toBe(pictures.length - left)
  })

  it('puts notes in their places, also in results, which keep the others', () => {
    const files = [picture({ name: 'b.png', height: 2_001 }), picture({ name: 'c.png', sha256: 'c' })]
    const result = { callId: 'c', name: 'show', content: 'ok', isError: false }
    const { messages } = limited('anthropic', { role: 'tool', results: [{ ...result, files }] }, says(...many(20)))
    const note = '[File b.png, not sent: Anthropic takes more than 20 pictures only up to 2000 pixels each]'
    expect(messages[0]).toEqual({
      role: 'tool',
      results: [{ ...result, content: `ok\n\n${note}`, files: files.slice(1) }],
    })
  })

  it('changes the beginning of a growing conversation only in steps', () => {
    const firsts = Array.from({ length: 60 }, (_, index) => limited('anthropic', says(...many(100 + index))).names[0])
    expect(new Set(firsts).size).toBeLessThanOrEqual(4)
  })
})
