import { expect, it } from 'vitest'

import { currentMarks } from '../../../src/renderer/store/mark-store.ts'
import { createAppModel } from '../../../src/renderer/app/app-model.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import { busyScenario, LONG } from '../preview/preview-world.ts'
import { manualFrames } from '../support/manual-frames.ts'

/** A window that follows an agent whose mark is older than what is loaded. */
async function longMarked() {
  const engine = createPreviewEngine(busyScenario())
  const frames = manualFrames()
  const event = { agentId: LONG, turnId: null, content: null } as const
  const mark = (name: string) => engine.record({ ...event, kind: 'mark', data: { name } })
  mark('LONG_AGO')
  for (let count = 0; count < 80; count++) engine.record({ ...event, kind: 'user', content: 'And then?', data: null })
  const model = createAppModel(engine.connection, { frame: frames.schedule, debounce: manualFrames().schedule })
  model.stores.views.follow(LONG)
  await Promise.resolve()
  frames.next()
  const names = () => {
    const events = model.stores.views.getState().views.get(LONG)?.events ?? []
    return currentMarks(LONG, events, model.stores.marks.getState().known.get(LONG)).marks.map(({ name }) => name)
  }
  return { engine, model, frames, mark, names }
}

it('knows the marks that were set before the loaded events once the engine was asked', async () => {
  const { model, names } = await longMarked()
  expect(names()).toEqual([])
  await model.stores.marks.load(LONG)
  expect(names()).toEqual(['LONG_AGO'])
})

it('asks once for what has not changed, and again after another mark', async () => {
  const { engine, model, frames, mark, names } = await longMarked()
  await Promise.all([model.stores.marks.load(LONG), model.stores.marks.load(LONG)])
  await model.stores.marks.load(LONG)
  mark('JUST_NOW')
  frames.next()
  expect(names()).toEqual(['JUST_NOW'])
  await model.stores.marks.load(LONG)
  expect(names()).toEqual(['LONG_AGO', 'JUST_NOW'])
  expect(engine.calls.filter((call) => call.startsWith('agents.marks'))).toHaveLength(2)
})

it('keeps the marks while the agent is loaded again, so that no other row becomes the selected one', async () => {
  const { model, frames, mark } = await longMarked()
  mark('JUST_NOW')
  frames.next()
  await model.stores.marks.load(LONG)
  const known = model.stores.marks.getState().known.get(LONG)
  expect(currentMarks(LONG, [], known).marks.map(({ name }) => name)).toEqual(['LONG_AGO', 'JUST_NOW'])
})
