import { beforeEach, expect, it } from 'vitest'

import { activeComparison, type Comparison } from '../../../src/renderer/store/comparison.ts'
import { openAgents } from '../../../src/renderer/store/layout.ts'
import { createAppModel, type AppModel } from '../../../src/renderer/app/app-model.ts'
import { CLAUDE, compareWorld, GPT } from '../preview/compare-world.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import type { PreviewEngine } from '../preview/preview-types.ts'
import { CHILD, ROOT } from '../preview/preview-world.ts'
import { manualFrames, type ManualFrames } from '../support/manual-frames.ts'

let engine: PreviewEngine
let frames: ManualFrames
let rests: ManualFrames
let model: AppModel

beforeEach(async () => {
  engine = createPreviewEngine(compareWorld())
  frames = manualFrames()
  rests = manualFrames()
  model = createAppModel(engine.connection, { frame: frames.schedule, debounce: rests.schedule })
  model.start()
  const { promise, resolve } = Promise.withResolvers<void>()
  model.stores.connection.subscribe((state) => (state.ready ? resolve() : undefined))
  queueMicrotask(() => queueMicrotask(frames.next))
  await promise
})

const shown = (): Comparison | null => activeComparison(model.stores.comparisons.getState())
const calls = (name: string) => engine.calls.filter((call) => call.startsWith(name))

/** Shows the two agents, and answers their comparison. */
function compared(): Comparison {
  model.actions.compare.show([CLAUDE, GPT])
  const comparison = shown()
  if (comparison === null) throw new Error('No comparison is shown')
  return comparison
}

it('opens the panes of what it compares, and goes back to the panes when another agent gets the focus', () => {
  compared()
  expect(openAgents(model.stores.layout.getState())).toEqual([ROOT, CHILD, CLAUDE, GPT])
  model.stores.layout.dispatch({ type: 'focus', agentId: GPT })
  expect(shown()?.agents).toEqual([CLAUDE, GPT])
  model.stores.layout.dispatch({ type: 'focus', agentId: CHILD })
  expect(shown()).toBeNull()
})

it('sends a pane’s prompt to all agents of its comparison, also when the panes are shown', async () => {
  compared()
  model.actions.compare.leave()
  model.stores.drafts.type(GPT, 'Shorter')
  await model.actions.compare.sendFrom(GPT)
  expect(calls('agents.submit')).toEqual(
    [CLAUDE, GPT].map((agentId) => `agents.submit ${JSON.stringify({ agentId, text: 'Shorter', asText: false })}`),
  )
  expect(model.stores.drafts.getState().texts.get(GPT)).toBe('')
})

it('sends nothing while one of them answers, says so, and keeps the prompt', async () => {
  compared()
  model.stores.views.follow(CLAUDE)
  engine.live(CLAUDE, { type: 'turn_started', turnId: 't', model: 'm', startedAt: 0 })
  await Promise.resolve()
  frames.next()
  model.stores.drafts.type(GPT, 'Shorter')
  await model.actions.compare.sendFrom(GPT)
  expect([calls('agents.submit'), model.stores.drafts.getState().texts.get(GPT)]).toEqual([[], 'Shorter'])
  expect(model.stores.notices.getState().byAgent.get(GPT)).toMatch(/^Not all agents/)
})

it('leaves out an agent that was killed', async () => {
  const { id } = compared()
  engine.change(CLAUDE, { status: 'killed' })
  frames.next()
  model.stores.comparisons.dispatch({ type: 'draft', id, text: 'Go on', asText: false })
  const comparison = shown()
  if (comparison !== null) await model.actions.compare.sendShared(comparison)
  expect(calls('agents.submit')).toEqual([
    `agents.submit ${JSON.stringify({ agentId: GPT, text: 'Go on', asText: false })}`,
  ])
})

it('closes the panes of the others and of the judge when one is adopted, and kills nobody', async () => {
  const comparison = compared()
  await model.actions.compare.askJudge(comparison, GPT, 'Which?', [])
  const judged = shown()
  expect(judged?.judges).toHaveLength(1)
  if (judged !== null) await model.actions.compare.adopt(judged, GPT)
  const { focused } = model.stores.layout.getState()
  expect([openAgents(model.stores.layout.getState()), focused, shown()]).toEqual([[ROOT, CHILD, GPT], GPT, null])
  expect(model.stores.tree.getState().agents.get(CLAUDE)?.status).toBe('running')
})

it('sends the parent one line, whatever was written', async () => {
  compared()
  expect(await model.actions.compare.sendToParent(GPT, 'Best:\n\n  this one')).toBe(true)
  expect(await model.actions.compare.sendToParent(ROOT, 'Nobody to tell')).toBe(false)
  expect(calls('agents.submit')).toEqual([
    `agents.submit ${JSON.stringify({ agentId: GPT, text: `/send ${ROOT} Best: this one` })}`,
  ])
})

it('keeps comparisons when they have rested', async () => {
  compared()
  rests.next()
  await expect.poll(() => calls('settings.set').some((call) => call.includes('"comparisons"'))).toBe(true)
})
