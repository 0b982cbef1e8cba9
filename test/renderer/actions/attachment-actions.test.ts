import { beforeEach, describe, expect, it } from 'vitest'

import { createAppModel, type AppModel } from '../../../src/renderer/app/app-model.ts'
import { MAX_ATTACHMENTS } from '../../../src/shared/attachment.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import type { PreviewEngine } from '../preview/preview-types.ts'
import { busyScenario, ROOT } from '../preview/preview-world.ts'
import { samplePng } from '../../support/sample-files.ts'
import { manualFrames } from '../support/manual-frames.ts'

let engine: PreviewEngine
let model: AppModel

beforeEach(async () => {
  engine = createPreviewEngine(busyScenario())
  const frames = manualFrames()
  model = createAppModel(engine.connection, { frame: frames.schedule, debounce: manualFrames().schedule })
  model.start()
  const { promise, resolve } = Promise.withResolvers<void>()
  model.stores.connection.subscribe((state) => (state.ready ? resolve() : undefined))
  queueMicrotask(() => queueMicrotask(frames.next))
  await promise
})

const text = (name: string, content = name) => new File([content], name, { type: 'text/plain' })
const names = () => model.stores.drafts.filesOf(ROOT).map(({ name }) => name)
const states = () => model.stores.attachments.filesOf(ROOT).map(({ name, state }) => `${name} ${state}`)

describe('attaching', () => {
  it('stores files in their order, each once, and keeps the text', async () => {
    model.stores.drafts.type(ROOT, 'Look')
    const attached = model.actions.attachments.attach(ROOT, [text('a.txt'), text('b.txt'), text('same.txt', 'a.txt')])
    expect(states()).toEqual(['a.txt reading', 'b.txt reading', 'same.txt reading'])
    await attached
    expect(names()).toEqual(['a.txt', 'b.txt'])
    expect(states()).toEqual([])
    expect(model.stores.drafts.draftOf(ROOT).text).toBe('Look')
  })

  it('stores pictures without their metadata', async () => {
    const picture = samplePng(3, 3, 4)
    await model.actions.attachments.attach(ROOT, [new File([Uint8Array.from(picture)], 'a.png', { type: 'image/png' })])
    const [stored] = model.stores.drafts.filesOf(ROOT)
    // A chunk has 12 bytes besides its data, which are a word, a zero byte and the seed.
    expect(stored?.bytes).toBe(picture.length - 12 - 'seed'.length - 2)
  })

  it('refuses more files than a prompt takes, and says so', async () => {
    const many = Array.from({ length: MAX_ATTACHMENTS + 2 }, (_, index) => text(`${index}.txt`))
    await model.actions.attachments.attach(ROOT, many)
    expect(names()).toHaveLength(MAX_ATTACHMENTS)
    expect(model.stores.notices.getState().byAgent.get(ROOT)).toMatch(/^A prompt can have 20 files at most/)
  })

  it('does not attach what was removed while it was read', async () => {
    const attached = model.actions.attachments.attach(ROOT, [text('a.txt'), text('b.txt')])
    model.actions.attachments.remove(ROOT, model.stores.attachments.filesOf(ROOT)[0]?.id ?? '')
    await attached
    expect(names()).toEqual(['b.txt'])
  })

  it('keeps files without a connection, and uploads them when it is back', async () => {
    engine.setConnection('lost')
    await model.actions.attachments.attach(ROOT, [text('a.txt')])
    expect([names(), states()]).toEqual([[], ['a.txt waiting']])
    engine.setConnection('open')
    await expect.poll(names).toEqual(['a.txt'])
    expect(states()).toEqual([])
  })
})

describe('what is attached', () => {
  it('is sent as references, and asked about if it is a large file of the folder', async () => {
    await model.actions.attachments.attach(ROOT, [text('a.txt')])
    const sent = await model.actions.attachments.forSending(ROOT, null)
    expect(sent?.map(({ name }) => name)).toEqual(['a.txt'])
    await model.actions.attachments.attachPath(ROOT, 'large.txt', 70_000)
    expect(model.stores.attachments.getState().asked.get(ROOT)).toEqual({ path: 'large.txt', bytes: 70_000 })
    await model.actions.attachments.answerAsked(ROOT, false)
    expect(model.stores.attachments.getState().asked.has(ROOT)).toBe(false)
    expect(names()).toEqual(['a.txt'])
  })

  it('can be renamed and removed', async () => {
    await model.actions.attachments.attach(ROOT, [text('a.txt'), text('b.txt')])
    const [first, second] = model.stores.drafts.filesOf(ROOT)
    model.actions.attachments.rename(ROOT, first?.sha256 ?? '', 'A description')
    model.actions.attachments.remove(ROOT, second?.sha256 ?? '')
    expect(names()).toEqual(['A description'])
    expect(model.stores.notices.getState().announcement).toBe('Removed b.txt')
  })
})
