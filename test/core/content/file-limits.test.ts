import { describe, expect, it } from 'vitest'

import { filesProblem } from '../../../src/main/core/content/file-limits.ts'
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

function problemOf(provider: ApiProviderName, model: string, ...messages: readonly TranscriptMessage[]): string | null {
  const request: ModelRequest = { model, thinkingLevel: 'med', system: [], messages, tools: [], maxOutputTokens: 1 }
  return filesProblem(provider, request)?.message ?? null
}

const says = (...content: readonly FilePart[]): TranscriptMessage => ({ role: 'user', content })
const many = (count: number, rest: Partial<FilePart> = {}) => Array.from({ length: count }, () => picture(rest))

describe('the limits on all files of a request', () => {
  it('are no problem without files, and with a few', () => {
    expect(
      problemOf('anthropic', 'claude-opus-4-6', { role: 'user', content: [{ type: 'text', text: 'hi' }] }),
    ).toBeNull()
    expect(problemOf('anthropic', 'claude-opus-4-6', says(...many(20, { width: 4_000 })))).toBeNull()
  })

  it('name the picture that is too large among many, also in a result', () => {
    const result: TranscriptMessage = {
      role: 'tool',
      results: [
        {
          callId: 'c',
          name: 'show',
          content: 'ok',
          isError: false,
          files: [picture({ name: 'b.png', height: 2_001 })],
        },
      ],
    }
    expect(problemOf('anthropic', 'claude-opus-4-6', says(...many(20)), result)).toBe(
      'Anthropic takes more than 20 pictures in a request only up to 2000 pixels each. b.png has 800×2001. Fork or rewind to a message before some of them, use /compress, or choose another model.',
    )
    expect(problemOf('openai', 'gpt-5.5', says(...many(20)), result)).toBeNull()
  })

  it('count pictures and bytes', () => {
    expect(problemOf('anthropic', 'claude-opus-4-6', says(...many(101)))).toMatch(
      /^Anthropic takes 100 pictures in a request\. This one has 101\./,
    )
    expect(problemOf('google', 'gemini-3.8-flash', says(...many(3, { bytes: 6_000_000 })))).toMatch(
      /^Google takes 15 MB of files in a request\. This one has 18 MB\./,
    )
  })
})
