import { randomBytes } from 'node:crypto'

import { ORPCError } from '@orpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { CONTENT_PIECE } from '../../src/shared/attachment.ts'
import { fromBase64, toBase64 } from '../../src/shared/base64.ts'
import { ok } from '../../src/shared/result.ts'
import { TRANSPORTS, type Wire } from '../contract/transports.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { samplePdf, samplePng, sha256Of } from '../support/sample-files.ts'

const LIMIT = 3_000_000
let real: RealEngine

beforeAll(async () => {
  real = await openRealEngine({}, { config: { maxAttachmentBytes: LIMIT } })
})
afterAll(() => real?.close())

describe.each(TRANSPORTS)('files over $name', (transport) => {
  let wire: Wire
  beforeAll(async () => {
    wire = await transport.start(real.engine, createRecordingLogger())
  })
  afterAll(() => wire?.close())

  async function send(bytes: Uint8Array, name: string, sha256 = sha256Of(bytes)) {
    const begun = await wire.client.content.begin({ name, bytes: bytes.length })
    if (!begun.ok) return begun
    for (let offset = 0; offset < bytes.length; offset += CONTENT_PIECE) {
      const data = toBase64(bytes.subarray(offset, offset + CONTENT_PIECE))
      const added = await wire.client.content.append({ uploadId: begun.value, offset, data })
      if (!added.ok) return added
    }
    return wire.client.content.finish({ uploadId: begun.value, sha256 })
  }

  it('takes a file in and gives the same bytes back', async () => {
    const bytes = Buffer.concat([samplePng(640, 480), randomBytes(1_500_000)])
    const sha256 = sha256Of(bytes)
    expect(await wire.client.content.find({ sha256, name: 'cat.png' })).toEqual(ok(null))
    const stored = await send(bytes, '../pictures/cat.png')
    const block = {
      type: 'attachment',
      sha256,
      name: 'cat.png',
      media_type: 'image/png',
      kind: 'image',
      bytes: bytes.length,
      width: 640,
      height: 480,
    }
    expect(stored).toEqual(ok(block))
    expect(await wire.client.content.find({ sha256, name: 'again.png' })).toEqual(ok({ ...block, name: 'again.png' }))
    const parts: Uint8Array[] = []
    for (let offset = 0; offset < bytes.length; offset += CONTENT_PIECE) {
      const piece = await wire.client.content.read({ sha256, offset })
      if (!piece.ok) throw new Error(piece.error.message)
      expect(piece.value.bytes).toBe(bytes.length)
      parts.push(fromBase64(piece.value.data))
    }
    expect(sha256Of(Buffer.concat(parts))).toBe(sha256)
  })

  it('gives the text of a PDF, and none of a picture', async () => {
    const pdf = samplePdf([`Hello over ${transport.name}`])
    expect(await send(pdf, 'a.pdf')).toMatchObject({ value: { kind: 'pdf', pages: 1 } })
    expect(await wire.client.content.text({ sha256: sha256Of(pdf) })).toEqual(
      ok(`[Page 1]\nHello over ${transport.name}`),
    )
    expect(await wire.client.content.text({ sha256: '0'.repeat(64) })).toEqual(ok(null))
  })

  it('refuses a file that is too large before any of it is sent', async () => {
    expect(await wire.client.content.begin({ name: 'big.zip', bytes: LIMIT + 1 })).toMatchObject({
      error: {
        category: 'REFUSED',
        message: 'big.zip is larger than 3 MB. Attach a smaller file, or raise max_attachment_bytes in config.json.',
      },
    })
  })

  it('refuses other bytes than were announced, and stores none of them', async () => {
    const bytes = randomBytes(400)
    const other = sha256Of(randomBytes(1))
    expect(await send(bytes, 'x.bin', other)).toMatchObject({
      error: { message: 'x.bin did not arrive complete. Attach it again.' },
    })
    expect(await wire.client.content.find({ sha256: sha256Of(bytes), name: 'x' })).toEqual(ok(null))
  })

  it('refuses pieces that are out of order, beyond the size, or of a closed upload', async () => {
    const begin = async () => {
      const begun = await wire.client.content.begin({ name: 'x', bytes: 4 })
      return begun.ok ? begun.value : ''
    }
    const wrong = { error: { message: 'The pieces of the file did not arrive in order. Attach it again.' } }
    const closed = { error: { message: 'This upload is not open any more. Attach the file again.' } }
    const uploadId = await begin()
    expect(await wire.client.content.append({ uploadId, offset: 1, data: 'AAAA' })).toMatchObject(wrong)
    expect(await wire.client.content.append({ uploadId, offset: 0, data: 'AAAA' })).toMatchObject(closed)
    expect(await wire.client.content.append({ uploadId: await begin(), offset: 0, data: 'AAAAAAAA' })).toMatchObject(
      wrong,
    )
    const discarded = await begin()
    await wire.client.content.discard({ uploadId: discarded })
    expect(await wire.client.content.finish({ uploadId: discarded, sha256: '0'.repeat(64) })).toMatchObject(closed)
    const large = wire.client.content.append({
      uploadId: await begin(),
      offset: 0,
      data: toBase64(new Uint8Array(CONTENT_PIECE + 3)),
    })
    await expect(large).rejects.toBeInstanceOf(ORPCError)
  })

  it('refuses a prompt with a file that is not stored', async () => {
    const created = await wire.client.agents.create({ model: 'claude-haiku-4-5' })
    const agentId = created.ok ? created.value.id : ''
    const attachments = [{ sha256: '0'.repeat(64), name: 'gone.png' }]
    expect(await wire.client.agents.submit({ agentId, text: 'look', attachments })).toMatchObject({
      error: { category: 'REFUSED', message: 'gone.png is not stored. Attach the file again.' },
    })
  })
})
