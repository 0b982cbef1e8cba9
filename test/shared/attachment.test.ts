import { describe, expect, it } from 'vitest'

import {
  attachmentWords,
  byteWords,
  fileName,
  MAX_ATTACHMENTS,
  storedAttachments,
} from '../../src/shared/attachment.ts'
import { fromBase64, toBase64 } from '../../src/shared/base64.ts'
import { fileTokens, sentFileTokens } from '../../src/shared/file-tokens.ts'
import { contentSupport } from '../../src/shared/model-content.ts'
import type { ApiProviderName } from '../../src/shared/providers.ts'
import { file } from '../core/transcript/transcript-history.ts'

describe('the name of a file', () => {
  it.each([
    ['../../etc/cat.png', 'cat.png'],
    ['C:\\Users\\me\\cat.png', 'cat.png'],
    ['cat\u202egnp.exe', 'catgnp.exe'],
    ['a\u0000b\nc.txt', 'abc.txt'],
    ['', 'unnamed'],
    ['dir/', 'unnamed'],
    ['half \ud83e.txt', 'half \ufffd.txt'],
  ])('of %j is %j', (path, name) => {
    expect(fileName(path)).toBe(name)
  })

  it('is cut before its ending', () => {
    const name = fileName(`${'x'.repeat(500)}.jpeg`)
    expect([name.length, name.endsWith('….jpeg')]).toEqual([200, true])
  })
})

describe('a file in words', () => {
  it.each([
    [file('image', 'cat.png', { width: 1200, height: 800 }), 'image: cat.png, 1200×800'],
    [file('pdf', 'a.pdf', { pages: 1 }), 'PDF: a.pdf, 1 page'],
    [file('pdf', 'a.pdf', { pages: 1_200 }), 'PDF: a.pdf, 1,200 pages'],
    [file('file', 'a.zip', { bytes: 2_130_000 }), 'file: a.zip, 2.1 MB'],
  ])('is %#', (one, words) => {
    expect(attachmentWords(one)).toBe(words)
  })

  it.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [64_400, '64 kB'],
    [999_499, '999 kB'],
    [32_000_000, '32 MB'],
    [999_940_000, '999.9 MB'],
    [999_950_000, '1 GB'],
    [48_300_000_000, '48.3 GB'],
  ])('of %i bytes has %s', (bytes, words) => {
    expect(byteWords(bytes)).toBe(words)
  })
})

it('leaves out stored attachments that are none', () => {
  const good = file('image', 'a.png')
  expect(storedAttachments([good, { ...good, sha256: '../x' }, null, 7, { ...good, bytes: -1 }])).toEqual([good])
  expect(storedAttachments('text')).toEqual([])
  expect(MAX_ATTACHMENTS).toBe(20)
})

it('encodes any bytes as base64 and back', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256)
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  expect(fromBase64(toBase64(bytes))).toEqual(bytes)
})

describe('what models take', () => {
  it.each<[ApiProviderName, string, string]>([
    ['anthropic', 'claude-haiku-4-5-20251001', 'image pdf'],
    ['openai', 'gpt-5.5', 'image pdf'],
    ['openai', 'o3-mini', ''],
    ['openai', 'gpt-4', ''],
    ['openai', 'gpt-4o-mini', 'image pdf'],
    ['google', 'models/gemini-3.8-flash', 'image pdf audio'],
    ['google', 'gemini-2.5-flash-preview-tts', ''],
    ['xai', 'grok-4.7', 'image'],
    ['xai', 'grok-code-fast-1', ''],
    ['mistral', 'mistral-large-4', 'image pdf'],
    ['mistral', 'codestral-latest', ''],
    ['mistral', 'voxtral-small', 'audio'],
    ['moonshot', 'kimi-k3', 'image'],
    ['moonshot', 'kimi-k2-thinking', ''],
    ['moonshot', 'kimi-k2.6', 'image'],
    ['meta', 'muse-spark-1.3', 'image'],
    ['openrouter', 'anthropic/claude-opus-4.6', 'image'],
    ['openrouter', 'deepseek/deepseek-v4-pro', ''],
    ['local', 'gemma3:12b', 'image'],
    ['local', 'qwen2.5-vl:7b', 'image'],
    ['local', 'qwen3:8b', ''],
    ['local', 'unheard-of', ''],
  ])('%s: %s takes %j', (provider, model, inputs) => {
    const { images, pdf, audio } = contentSupport({ provider, model })
    const taken = [images.length > 0 && 'image', pdf && 'pdf', audio.length > 0 && 'audio'].filter(
      (each) => each !== false,
    )
    expect(taken.join(' ')).toBe(inputs)
  })
})

it('goes by the catalogue, and by the name of a model that it does not have', () => {
  const named = (inputs?: readonly string[]) => {
    const target = { provider: 'mistral', model: 'mistral-large-4', ...(inputs !== undefined && { inputs }) } as const
    return { pictures: contentSupport(target).images.length > 0, pdf: contentSupport(target).pdf }
  }
  expect(named()).toEqual({ pictures: true, pdf: true })
  expect(named(['text'])).toEqual({ pictures: false, pdf: false })
  expect(named(['text', 'image'])).toEqual({ pictures: true, pdf: false })
})

describe('estimated tokens', () => {
  it.each<[ApiProviderName, string, number, number, number]>([
    // Measured: 276 and 484 tokens with 16 and 22 of text.
    ['anthropic', 'claude-haiku-4-5', 540, 360, 260],
    ['anthropic', 'claude-haiku-4-5', 597, 566, 462],
    ['anthropic', 'claude-haiku-4-5', 8_000, 6_000, 1_568],
    ['anthropic', 'claude-opus-5', 8_000, 6_000, 4_784],
    ['google', 'gemini-2.5-flash', 128, 128, 258],
    ['google', 'gemini-3.8-flash', 128, 128, 1_120],
    ['openai', 'gpt-5-mini', 1_024, 1_024, 1_229],
    ['moonshot', 'kimi-k3', 128, 128, 1_024],
  ])('of %s %s for %i×%i are %i', (provider, model, width, height, tokens) => {
    expect(fileTokens(file('image', 'a', { width, height }), provider, model)).toBe(tokens)
  })

  it('follow the form in which the file is sent', () => {
    const pdf = file('pdf', 'a.pdf', { pages: 10, characters: 4_000 })
    expect(sentFileTokens(pdf, { provider: 'anthropic', model: 'claude-opus-4-6' })).toBe(27_000)
    expect(sentFileTokens(pdf, { provider: 'mistral', model: 'mistral-large-4' })).toBe(1_000)
    expect(sentFileTokens(file('image', 'a.png'), { provider: 'mistral', model: 'codestral-latest' })).toBe(30)
  })
})
