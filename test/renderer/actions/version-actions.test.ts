import { beforeEach, expect, it, vi } from 'vitest'

import type { AgentEventOf } from '../../../src/shared/agent-event.ts'
import { createAppModel, type AppModel } from '../../../src/renderer/app/app-model.ts'
import type { FrameScheduler } from '../../../src/renderer/store/frame-batch.ts'
import type { EditTarget } from '../../../src/renderer/actions/version-actions.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import type { PreviewEngine } from '../preview/preview-types.ts'
import { busyScenario, ROOT } from '../preview/preview-world.ts'

let engine: PreviewEngine
let model: AppModel

/** Runs what waits for a frame without one. */
const soon: FrameScheduler = (work) => {
  queueMicrotask(work)
  return () => undefined
}

beforeEach(async () => {
  engine = createPreviewEngine(busyScenario())
  model = createAppModel(engine.connection, { frame: soon, debounce: soon })
  model.start()
  await vi.waitUntil(() => model.stores.connection.getState().ready)
  model.stores.views.follow(ROOT)
  await vi.waitUntil(() => events().length > 0)
})

const events = () => model.stores.views.getState().views.get(ROOT)?.events ?? []
const dialog = () => model.stores.dialogs.getState().dialog
const calls = (name: string) => engine.calls.filter((call) => call.startsWith(`${name} `))
const sent = () => [...calls('agents.fork'), ...calls('agents.submit'), ...calls('agents.rewind')]

function firstPrompt(): AgentEventOf<'user'> {
  const prompt = events().find((event) => event.kind === 'user')
  if (prompt === undefined) throw new Error('No prompt is loaded')
  return prompt
}

function newestAnswer(): number {
  const answer = events().findLast(({ kind }) => kind === 'assistant')
  if (answer === undefined) throw new Error('No answer is loaded')
  return answer.id
}

const edited = (target: EditTarget) => ({
  agentId: ROOT,
  event: firstPrompt(),
  text: 'In other words',
  files: [],
  target,
  stops: false,
  restore: null,
})

/** Waits for the question about the cost, and returns how many requests it is about. */
async function asked(): Promise<number> {
  await expect.poll(() => dialog().type).toBe('cost')
  const shown = dialog()
  return shown.type === 'cost' ? shown.prompt.agents : 0
}

function answer(isSent: boolean): void {
  const shown = dialog()
  if (isSent && shown.type === 'cost') shown.onSend()
  else model.stores.dialogs.setState({ dialog: { type: 'none' } })
}

const acts: Readonly<Record<string, { requests: number; act(): Promise<boolean> }>> = {
  'an edited prompt': { requests: 1, act: () => model.actions.versions.send(edited('here')) },
  'an edited prompt that replaces the old one': {
    requests: 1,
    act: () => model.actions.versions.send(edited('replace')),
  },
  'another try': { requests: 1, act: () => model.actions.versions.retry(ROOT, newestAnswer()) },
  'another try with two models': {
    requests: 2,
    act: () => model.actions.versions.retryWith(ROOT, newestAnswer(), ['claude-opus-4-5/med', 'gpt-5/med']),
  },
}

for (const [name, { act, requests }] of Object.entries(acts)) {
  it(`asks before ${name} that costs more than the limit, and sends it only then`, async () => {
    await model.actions.config.update({ askAboveUsd: 0.000_001 })
    const refused = act()
    expect(await asked()).toBe(requests)
    answer(false)
    expect([await refused, sent()]).toEqual([false, []])
    const accepted = act()
    await asked()
    answer(true)
    expect(await accepted).toBe(true)
    expect(sent()).not.toEqual([])
  })
}

it('does not ask below the limit', async () => {
  await model.actions.config.update({ askAboveUsd: 100 })
  expect(await model.actions.versions.send(edited('here'))).toBe(true)
  expect(dialog().type).toBe('none')
})

it('prices an edited prompt by the context before the old one', async () => {
  await model.actions.config.update({ askAboveUsd: 100 })
  await model.actions.versions.send(edited('here'))
  const asked: unknown = JSON.parse(calls('price.next').at(-1)?.slice('price.next '.length) ?? '')
  expect(asked).toEqual({ agentId: ROOT, before: firstPrompt().id, text: 'In other words', models: [] })
})

it('restores files after the running turn was stopped, and sends nothing if a file has changed since', async () => {
  await model.actions.config.update({ askAboveUsd: 100 })
  const seen: number[] = []
  const restoring = (isRestored: boolean) => ({
    ...edited('here'),
    stops: true,
    restore: () => Promise.resolve(seen.push(calls('agents.cancel').length, sent().length) > 0 && isRestored),
  })
  expect(await model.actions.versions.send(restoring(false))).toBe(false)
  expect([seen, sent()]).toEqual([[1, 0], []])
  expect(await model.actions.versions.send(restoring(true))).toBe(true)
  expect([seen, sent().length]).toEqual([[1, 0, 2, 0], 1])
})
