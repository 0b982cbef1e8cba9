import { describe, expect, it } from 'vitest'

import { ContentFiles, TextCache } from '../../../src/main/core/content/content-files.ts'
import type { ContentStore } from '../../../src/main/core/ports/content-ports.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { type AttachmentBlock, type FileFacts } from '../../../src/shared/attachment.ts'
import { ok } from '../../../src/shared/result.ts'
import { file, history, userWith } from '../transcript/transcript-history.ts'

const text = file('text', 'notes.txt', { characters: 4 })
const gone = file('image', 'gone.png')
const large = file('image', 'large.png', { bytes: 2_000_000 })

/** A store with these files; every read is counted. */
function storeOf(...files: readonly AttachmentBlock[]) {
  const reads = { find: 0, texts: 0, bytes: 0 }
  const facts = new Map<string, FileFacts>(files.map((each) => [each.sha256, each]))
  const store: ContentStore = {
    stage: () => {
      throw new Error('Nothing is written here')
    },
    find: async (hashes) => {
      reads.find += 1
      return ok(new Map([...facts].filter(([sha256]) => hashes.includes(sha256))))
    },
    read: async (sha256, offset, length) => {
      reads.bytes += 1
      const size = facts.get(sha256)?.bytes ?? 0
      return ok(new Uint8Array(Math.max(0, Math.min(length, size - offset))).fill(7))
    },
    texts: async (hashes) => {
      reads.texts += 1
      return ok(new Map(hashes.map((sha256) => [sha256, 'milk'])))
    },
    claim: () => store.find([]),
    sweep: async () => ok(0),
  }
  return { store, reads }
}

const context = (...files: readonly AttachmentBlock[]): readonly AgentEvent[] => history(userWith('look', ...files))

describe('the files of a context', () => {
  it('are read once: stored files never change', async () => {
    const { store, reads } = storeOf(text, large)
    const files = new ContentFiles(store)
    for (let times = 0; times < 3; times += 1) {
      const known = await files.filesIn(context(text, large))
      expect(known).toEqual(ok({ texts: new Map([[text.sha256, 'milk']]), missing: new Set() }))
    }
    expect(reads).toEqual({ find: 1, texts: 1, bytes: 0 })
  })

  it('are looked for again where they are missing', async () => {
    const { store, reads } = storeOf()
    const files = new ContentFiles(store)
    for (let times = 0; times < 2; times += 1) {
      expect(await files.filesIn(context(gone))).toEqual(ok({ texts: new Map(), missing: new Set([gone.sha256]) }))
    }
    expect(reads.find).toBe(2)
  })

  it('cost nothing where there are none', async () => {
    const { store, reads } = storeOf()
    await new ContentFiles(store).filesIn(history())
    expect(reads.find).toBe(0)
  })

  it('are encoded piece by piece, each file once', async () => {
    const { store } = storeOf(large)
    const part = {
      type: 'file',
      as: 'image',
      sha256: large.sha256,
      name: 'l',
      mediaType: 'image/png',
      bytes: 1,
    } as const
    const request = {
      model: 'm',
      thinkingLevel: 'med',
      system: [],
      messages: [{ role: 'user', content: [part, part] }],
      tools: [],
      maxOutputTokens: 1,
    } as const
    const whole = await new ContentFiles(store).withBytes(request)
    const data = whole.ok ? whole.value.files?.get(large.sha256) : undefined
    expect(data).toBe(Buffer.alloc(2_000_000, 7).toString('base64'))
  })
})

describe('the cache of texts', () => {
  it('keeps the texts that were used last, up to four million characters', () => {
    const cache = new TextCache()
    const million = 'x'.repeat(1_000_000)
    for (const name of ['a', 'b', 'c', 'd']) cache.set(name, million)
    cache.get('a')
    cache.set('e', million)
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => cache.get(name) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ])
    cache.set('huge', 'x'.repeat(4_000_001))
    expect([cache.get('huge'), cache.get('a') === million]).toEqual([undefined, true])
  })
})
