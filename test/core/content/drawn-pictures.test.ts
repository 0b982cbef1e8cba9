import { describe, expect, it } from 'vitest'

import { googlePictures } from '../../../src/main/adapters/providers/google/google-provider.ts'
import { responsesPictures } from '../../../src/main/adapters/providers/responses-pictures.ts'
import { withDrawnPictures } from '../../../src/main/core/content/drawn-pictures.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import { attachmentOf } from '../../../src/shared/attachment.ts'
import type { ContentBlock } from '../../../src/shared/content.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { samplePng, sha256Of } from '../../support/sample-files.ts'
import { assemble, file, outline, stamp, TARGETS, text } from '../transcript/transcript-history.ts'

const PNG = samplePng(4, 3)
const base64 = PNG.toString('base64')
const opaque = (data: JsonObject): ContentBlock => ({ ...text(''), ...stamp(TARGETS.google), provider_data: data })
const drawn = opaque({ part: { inlineData: { mimeType: 'image/png', data: base64 } } })
const answered = (...blocks: readonly ContentBlock[]): NewEvent => ({
  agentId: 'a',
  turnId: 't',
  kind: 'assistant',
  content: '',
  data: { blocks },
})

async function stored(event: NewEvent, fails = false) {
  const logger = createRecordingLogger()
  const take = async (name: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    if (fails) return refuse('It is too large.')
    const parts: Uint8Array[] = []
    for await (const piece of pieces) parts.push(piece)
    const bytes = Buffer.concat(parts)
    return ok(
      attachmentOf({ sha256: sha256Of(bytes), media_type: 'image/png', kind: 'image', bytes: bytes.length }, name),
    )
  }
  const [complete] = await withDrawnPictures([event], { picturesIn: googlePictures }, { take }, logger)
  return { complete, lines: logger.lines.length }
}

describe('pictures that a model drew', () => {
  it('are stored and named in order; the blocks stay as they are', async () => {
    const event = answered(text('Look:'), drawn, drawn)
    const { complete } = await stored(event)
    const names =
      complete?.kind === 'assistant' ? complete.data.attachments?.map(({ name, sha256 }) => [name, sha256]) : []
    expect(names).toEqual([
      ['picture 1.png', sha256Of(PNG)],
      ['picture 2.png', sha256Of(PNG)],
    ])
    expect(complete?.kind === 'assistant' && complete.data.blocks).toEqual([text('Look:'), drawn, drawn])
  })

  it('leave the answer as it is where there are none, or where they cannot be stored', async () => {
    const plain = answered(text('Words'))
    expect((await stored(plain)).complete).toBe(plain)
    const event = answered(drawn)
    expect(await stored(event, true)).toEqual({ complete: event, lines: 1 })
    const broken = answered(opaque({ part: { inlineData: { mimeType: 'image/png', data: '§' } } }))
    expect(await stored(broken)).toEqual({ complete: broken, lines: 1 })
  })

  it('are found in items of the Responses API', () => {
    const item = {
      type: 'image_generation_call',
      id: 'ig_1',
      status: 'completed',
      result: base64,
      output_format: 'webp',
    }
    expect(responsesPictures(opaque({ item }))).toEqual([{ mediaType: 'image/webp', data: base64 }])
    expect(responsesPictures(opaque({ item: { type: 'web_search_call' } }))).toEqual([])
    expect(googlePictures(opaque({ part: { executableCode: { code: 'x' } } }))).toEqual([])
  })

  it('go back to their own model as they were, and are named to others', () => {
    const picture = file('image', 'picture 1.png', { width: 4, height: 3 })
    const row = { agentId: 'agent', turnId: 't', sessionId: 1, createdAt: '' }
    const context = [
      { ...row, id: 1, kind: 'user', content: 'Draw', data: null },
      { ...row, id: 2, kind: 'assistant', content: '', data: { blocks: [drawn], attachments: [picture] } },
      { ...row, id: 3, kind: 'user', content: 'And?', data: null },
    ] as const
    expect(JSON.stringify(assemble(context, TARGETS.google).request)).toContain(base64)
    expect(outline(assemble(context, TARGETS.anthropic))).toEqual([
      'user: Draw',
      'assistant: [image: picture 1.png, 4×3, drawn here]',
      'user: And?',
    ])
  })
})
