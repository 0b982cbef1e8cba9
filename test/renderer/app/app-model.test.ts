import { describe, expect, it } from 'vitest'

import { agentName } from '../../../src/renderer/store/agent-name.ts'
import { openAgents } from '../../../src/renderer/store/layout.ts'
import { paneCommands } from '../../../src/renderer/commands/pane-commands.ts'
import { createAppModel, type AppModel } from '../../../src/renderer/app/app-model.ts'
import type { WindowPlace } from '../../../src/renderer/app/window-place.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import type { PreviewEngine } from '../preview/preview-types.ts'
import { busyScenario, CHILD, LONG, ROOT, SIBLING } from '../preview/preview-world.ts'
import { manualFrames, type ManualFrames } from '../support/manual-frames.ts'

interface Started {
  readonly model: AppModel
  readonly engine: PreviewEngine
  readonly frames: ManualFrames
  readonly rests: ManualFrames
}

/** The window's model over the engine in memory, when it has become ready. */
const started = (): Promise<Started> => startedOn(createPreviewEngine(busyScenario()))

/** A window of that engine's, as one of several. */
async function startedOn(engine: PreviewEngine, place: Partial<WindowPlace> = {}): Promise<Started> {
  const frames = manualFrames()
  const rests = manualFrames()
  const clock = { frame: frames.schedule, debounce: rests.schedule }
  const alone = { popOut: null, peers: null, openPage: () => true, closeWindow: null, offerCommand: null }
  const model = createAppModel(engine.connection, clock, null, undefined, null, { ...alone, ...place })
  model.start()
  // Microtasks bring the snapshot; the frame applies it; then what was kept is there too.
  const { promise, resolve } = Promise.withResolvers<void>()
  model.stores.connection.subscribe((state) => (state.ready ? resolve() : undefined))
  queueMicrotask(() => queueMicrotask(frames.next))
  await promise
  return { model, engine, frames, rests }
}

const layoutOf = ({ model }: Started) => model.stores.layout.getState()
const named = (calls: readonly string[], name: string) => calls.filter((call) => call.startsWith(name))

it('restores the panes that were open', async () => {
  const window = await started()
  expect([openAgents(layoutOf(window)), layoutOf(window).focused]).toEqual([[ROOT, CHILD], ROOT])
})

it('keeps how code is shown', async () => {
  const engine = createPreviewEngine(busyScenario())
  const { model } = await startedOn(engine)
  await model.actions.settings.prefer({ codeView: { wrap: true, lineNumbers: true } })
  const next = await startedOn(engine)
  expect(next.model.stores.preferences.getState().codeView).toEqual({ wrap: true, lineNumbers: true })
})

describe('the limit of a day', () => {
  const toasts = ({ model }: Started) => model.stores.toasts.getState().map(({ text }) => text)
  const told = (windows: readonly Started[]) => windows.flatMap(toasts)
  /** The costs of today in the preview are below a dollar. */
  const limited = (maxCostPerDay: number | null) => {
    const world = busyScenario()
    return createPreviewEngine({ ...world, config: { ...world.config, maxCostPerDay } })
  }

  it('is told about when it is nearly used up: once, in one of several windows', async () => {
    const engine = limited(100)
    const windows = [await startedOn(engine), await startedOn(engine)]
    const spend = async (usd: number, total: number) => {
      engine.spend(ROOT, usd)
      for (const { frames } of windows) await expect.poll(() => frames.waiting()).toBeGreaterThan(0)
      for (const { frames } of windows) frames.next()
      for (const { rests } of windows) rests.next()
      for (const { model } of windows) {
        await expect.poll(() => model.stores.budgets.getState().today?.cost.usd).toBeGreaterThan(total)
      }
    }
    await spend(70, 70)
    expect(told(windows)).toEqual([])
    await spend(15, 85)
    await expect
      .poll(() => told(windows))
      .toEqual([expect.stringMatching(/^8\d % of today’s limit of \$100\.00 is used\.$/)])
    await spend(5, 90)
    const later = await startedOn(engine)
    await expect.poll(() => later.model.stores.budgets.getState().today?.limit).toBe(100)
    expect(told([...windows, later])).toHaveLength(1)
  })

  it('is not asked about where there is none', async () => {
    const window = await startedOn(limited(null))
    expect(window.model.stores.budgets.getState().today).toBeNull()
    expect(named(window.engine.calls, 'budgets.today')).toEqual([])
  })
})

it('asks for nothing before the engine has said its first word', async () => {
  const engine = createPreviewEngine(busyScenario())
  const frames = manualFrames()
  const model = createAppModel(engine.connection, { frame: frames.schedule, debounce: manualFrames().schedule })
  model.start()
  await new Promise((resolve) => setImmediate(resolve))
  expect(engine.calls).toEqual([])
  frames.next()
  await expect.poll(() => named(engine.calls, 'settings.get')).toContain('settings.get {"key":"layout"}')
})

it('opens the children of a fork beside their parent and leaves the focus where it is', async () => {
  const window = await started()
  await window.model.actions.agents.fork({
    agentId: ROOT,
    models: ['gpt-5/med', 'gpt-4.1/med'],
    prompt: '',
  })
  const [parent, first, second, former] = openAgents(layoutOf(window))
  const modelOf = (id = '') => window.model.stores.tree.getState().agents.get(id)?.choice?.model
  expect([parent, modelOf(first), modelOf(second), former]).toEqual([ROOT, 'gpt-5', 'gpt-4.1', CHILD])
  expect(layoutOf(window).focused).toBe(ROOT)
})

it('moves the focus to the child when the fork was given a prompt', async () => {
  const window = await started()
  await window.model.actions.agents.fork({ agentId: ROOT, models: [], atEventId: 3, prompt: 'Go on' })
  expect(layoutOf(window).focused).toBe(openAgents(layoutOf(window))[1])
  expect(named(window.engine.calls, 'agents.fork')).toEqual([
    `agents.fork ${JSON.stringify({ agentId: ROOT, models: [], atEventId: 3, prompt: 'Go on' })}`,
  ])
})

it('shows a refusal in the pane and takes it back with the next success', async () => {
  const { model } = await started()
  expect(await model.actions.agents.submit(ROOT, '/refuse')).toBe(false)
  expect(model.stores.notices.getState().byAgent.get(ROOT)).toBe('Not while a turn runs. Cancel it first (Esc).')
  expect(await model.actions.agents.submit(ROOT, 'hello')).toBe(true)
  expect(model.stores.notices.getState().byAgent.has(ROOT)).toBe(false)
})

it('applies what streams at most once per frame', async () => {
  const { model, engine, frames } = await started()
  model.stores.views.follow(ROOT)
  await Promise.resolve()
  frames.next()
  let drawn = 0
  model.stores.views.subscribe(() => (drawn += 1))
  engine.live(ROOT, { type: 'turn_started', turnId: 't', model: 'm', startedAt: 0 })
  for (const text of ['a', 'b', 'c']) engine.live(ROOT, { type: 'text_delta', blockIndex: 0, text })
  expect(drawn).toBe(0)
  frames.next()
  expect([drawn, model.stores.views.getState().views.get(ROOT)?.turn?.blocks]).toEqual([
    1,
    [{ type: 'text', text: 'abc' }],
  ])
})

it('lets an agent go with the last pane that follows it', async () => {
  const { model, frames } = await started()
  const [first, second] = [model.stores.views.follow(SIBLING), model.stores.views.follow(SIBLING)]
  await Promise.resolve()
  frames.next()
  first()
  first()
  expect(model.stores.views.getState().views.has(SIBLING)).toBe(true)
  second()
  expect(model.stores.views.getState().views.has(SIBLING)).toBe(false)
})

it('puts older events before those that are there, once', async () => {
  const { model, frames } = await started()
  model.stores.views.follow(LONG)
  await Promise.resolve()
  frames.next()
  const count = () => model.stores.views.getState().views.get(LONG)?.events.length
  expect(count()).toBe(60)
  await Promise.all([model.actions.log.loadOlder(LONG), model.actions.log.loadOlder(LONG)])
  expect(count()).toBe(160)
  await model.actions.log.loadOlder(LONG)
  expect([count(), model.stores.views.getState().views.get(LONG)?.hasOlder]).toEqual([240, false])
})

it('keeps a draft when it has rested, and at once when the window goes', async () => {
  const { model, engine, rests } = await started()
  model.stores.drafts.type(ROOT, 'Hel')
  model.stores.drafts.type(ROOT, 'Hello')
  expect(named(engine.calls, 'drafts.set')).toEqual([])
  rests.next()
  model.stores.drafts.type(CHILD, 'half a tho')
  model.flush()
  await expect
    .poll(() => named(engine.calls, 'drafts.set'))
    .toEqual([
      `drafts.set ${JSON.stringify({ agentId: ROOT, text: 'Hello', asText: false })}`,
      `drafts.set ${JSON.stringify({ agentId: CHILD, text: 'half a tho', asText: false })}`,
    ])
})

it('says to screen readers that an agent answered or failed, and nothing while it streams', async () => {
  const { model, engine, frames } = await started()
  const said: string[] = []
  model.stores.notices.subscribe(({ announcement }) => said.push(announcement))
  const activities = ['streaming', 'tools', 'streaming', 'idle', 'streaming'] as const
  for (const type of activities) {
    engine.change(ROOT, { activity: { type } })
    frames.next()
  }
  engine.change(ROOT, { activity: { type: 'failed', error: { category: 'SERVER', message: 'down', retryable: true } } })
  frames.next()
  const agent = model.stores.tree.getState().agents.get(ROOT)
  const name = agent === undefined ? '' : agentName(agent)
  expect(said).toEqual([`${name} answered`, `${name} failed: down`])
})

it('stops what runs below an agent, and everything', async () => {
  const { model, engine } = await started()
  await model.actions.agents.stop(ROOT)
  await model.actions.agents.stop(null)
  expect(named(engine.calls, 'agents.stop')).toEqual([
    `agents.stop {"agentId":"${ROOT}"}`,
    'agents.stop {"agentId":null}',
  ])
})

const queueOf = ({ stores: { views } }: AppModel) =>
  views
    .getState()
    .views.get(ROOT)
    ?.queue.map(({ text }) => text)
const submitted = (engine: PreviewEngine) => named(engine.calls, 'agents.submit')

/** A window that shows an agent whose turn runs. */
async function following(): Promise<Started> {
  const window = await started()
  window.model.stores.views.follow(ROOT)
  window.engine.change(ROOT, { activity: { type: 'streaming' } })
  await Promise.resolve()
  window.frames.next()
  return window
}

it('shows the queue that the engine keeps, and changes it there', async () => {
  const { model, engine, frames } = await following()
  for (const text of ['first', 'second'])
    await model.actions.agents.submit(ROOT, text, { ifBusy: 'queue', asText: false })
  frames.next()
  expect(queueOf(model)).toEqual(['first', 'second'])
  const [first] = model.stores.views.getState().views.get(ROOT)?.queue ?? []
  expect(await model.actions.agents.changeQueued(ROOT, first?.id ?? '', { text: 'first, better', asText: false })).toBe(
    true,
  )
  frames.next()
  expect(queueOf(model)).toEqual(['first, better', 'second'])
  expect(await model.actions.agents.removeQueued(ROOT, first?.id ?? '')).toBe(true)
  expect(await model.actions.agents.removeQueued(ROOT, first?.id ?? '')).toBe(false)
  frames.next()
  expect(queueOf(model)).toEqual(['second'])
  expect(model.stores.notices.getState().byAgent.get(ROOT)).toBe('This prompt is not in the queue any more.')
  expect(named(engine.calls, 'settings')).not.toContainEqual(expect.stringContaining('queue:'))
})

it('sends nothing itself when a turn ends, and says that a user stopped it', async () => {
  const { model, engine, frames } = await following()
  const said: string[] = []
  model.stores.notices.subscribe(({ announcement }) => said.push(announcement))
  await model.actions.agents.submit(ROOT, 'first', { ifBusy: 'queue' })
  const before = submitted(engine)
  engine.change(ROOT, { activity: { type: 'idle', stopped: true } })
  frames.next()
  expect([submitted(engine), queueOf(model), said]).toEqual([before, ['first'], ['Tokens for the gateway was stopped']])
})

it('keeps with a draft whether some of it was pasted, until the box is empty', async () => {
  const { model, engine, rests } = await started()
  model.stores.drafts.type(ROOT, '/kill', true)
  rests.next()
  await expect.poll(() => named(engine.calls, 'drafts.set')).toHaveLength(1)
  const again = createAppModel(engine.connection, { frame: manualFrames().schedule, debounce: rests.schedule })
  await again.stores.drafts.load(ROOT)
  expect(again.stores.drafts.draftOf(ROOT)).toEqual({ text: '/kill', asText: true })
  again.stores.drafts.type(ROOT, '/kill it')
  expect(again.stores.drafts.draftOf(ROOT)).toEqual({ text: '/kill it', asText: true })
  again.stores.drafts.type(ROOT, '')
  again.stores.drafts.type(ROOT, '/help')
  expect(again.stores.drafts.draftOf(ROOT)).toEqual({ text: '/help', asText: false })
})

it('goes back and forward through the agents that had the focus, also those whose pane is closed', async () => {
  const { model } = await started()
  model.stores.layout.dispatch({ type: 'show', agentId: SIBLING })
  model.stores.layout.dispatch({ type: 'focus', agentId: CHILD })
  expect(model.actions.paneHistory.peek(-1)).toBe(SIBLING)
  model.stores.layout.dispatch({ type: 'close', agents: [SIBLING] })
  model.actions.paneHistory.go(-1)
  expect(model.stores.layout.getState().focused).toBe(SIBLING)
  model.actions.paneHistory.go(-1)
  expect(model.stores.layout.getState().focused).toBe(ROOT)
  expect(model.actions.paneHistory.peek(-1)).toBeNull()
  model.actions.paneHistory.go(1)
  model.actions.paneHistory.go(1)
  expect([model.stores.layout.getState().focused, model.actions.paneHistory.peek(1)]).toEqual([CHILD, null])
})

it('asks before it resumes or continues an answer at a price above the limit', async () => {
  const world = busyScenario()
  const engine = createPreviewEngine({ ...world, config: { ...world.config, askAboveUsd: 0.0001 } })
  const { model } = await startedOn(engine)
  const { dialogs } = model.stores
  for (const [act, call] of [
    [() => model.actions.agents.resume(ROOT), 'agents.resume'],
    [() => model.actions.agents.goOn(ROOT), 'agents.submit'],
  ] as const) {
    const done = act()
    await expect.poll(() => dialogs.getState().dialog.type).toBe('cost')
    expect(named(engine.calls, call)).toEqual([])
    const { dialog } = dialogs.getState()
    if (dialog.type === 'cost') dialog.onSend()
    await done
    expect(named(engine.calls, call)).toHaveLength(1)
    dialogs.setState({ dialog: { type: 'none' } })
  }
})

describe('several windows', () => {
  /** Joins windows as those of one browser are. */
  function joinedPeers() {
    const all: ((key: string, value: unknown) => void)[][] = []
    return () => {
      const own: ((key: string, value: unknown) => void)[] = []
      all.push(own)
      return {
        tell: (key: string, value: unknown) =>
          all
            .filter((each) => each !== own)
            .flat()
            .forEach((hear) => hear(key, structuredClone(value))),
        listen: (hear: (key: string, value: unknown) => void) => void own.push(hear),
      }
    }
  }

  it('share what is reviewed, unread and dismissed, which one of them stores, and not their panes', async () => {
    const engine = createPreviewEngine(busyScenario())
    const peer = joinedPeers()
    const [first, second] = [await startedOn(engine, { peers: peer() }), await startedOn(engine, { peers: peer() })]
    first.model.stores.reviews.setState({ kept: ['a'] })
    second.model.stores.unread.setState({ events: { [CHILD]: 7 } })
    first.model.stores.layout.dispatch({ type: 'close', agents: [CHILD] })
    for (const { rests } of [first, second]) rests.next()

    expect(second.model.stores.reviews.getState().kept).toEqual(['a'])
    expect(first.model.stores.unread.getState()).toEqual(second.model.stores.unread.getState())
    expect(openAgents(layoutOf(second))).toEqual([ROOT, CHILD])
    const third = await startedOn(engine)
    expect(third.model.stores.reviews.getState().kept).toEqual(['a'])
    expect(third.model.stores.unread.getState().events).toEqual({ [CHILD]: 7 })
    // What is heard is not told again.
    second.model.stores.reviews.setState({ kept: ['a', 'b'] })
    first.model.stores.reviews.setState({ kept: ['a', 'b', 'c'] })
    expect(second.model.stores.reviews.getState().kept).toEqual(['a', 'b', 'c'])
  })

  it('shows only its agents in a window of its own, and stores no layout', async () => {
    const engine = createPreviewEngine(busyScenario())
    const own = await startedOn(engine, { popOut: { agents: [SIBLING] } })
    expect([openAgents(layoutOf(own)), layoutOf(own).focused, layoutOf(own).treeVisible]).toEqual([
      [SIBLING],
      SIBLING,
      false,
    ])
    own.model.stores.layout.dispatch({ type: 'open', agents: [LONG], focus: true })
    own.rests.next()
    own.model.flush()
    expect(openAgents(layoutOf(await startedOn(engine)))).toEqual([ROOT, CHILD])
  })

  it('compares in a window of its own, and leaves to the others what they show', async () => {
    const engine = createPreviewEngine(busyScenario())
    const peer = joinedPeers()
    const main = await startedOn(engine, { peers: peer() })
    const own = await startedOn(engine, { peers: peer(), popOut: { agents: [ROOT, CHILD] } })
    const id = `${ROOT} ${CHILD}`
    expect(own.model.stores.comparisons.getState().active).toBe(id)
    own.model.stores.comparisons.dispatch({ type: 'draft', id, text: 'Both', asText: false })
    for (const { rests } of [main, own]) rests.next()
    const { list, active } = main.model.stores.comparisons.getState()
    expect([active, list.find((each) => each.id === id)?.draft]).toEqual([null, 'Both'])
    const next = await startedOn(engine)
    expect(next.model.stores.comparisons.getState().active).toBe(null)
  })
})

it('closes the pane with the focus, and without panes the window where that is usual', async () => {
  let closed = 0
  const here = await startedOn(createPreviewEngine(busyScenario()), { closeWindow: () => void (closed += 1) })
  const close = () => paneCommands(here.model, () => undefined)['pane.close'].getAction()?.()
  for (let left = layoutOf(here).columns.flat().length; left > 0; left -= 1) close()
  expect([layoutOf(here).columns.flat().length, closed]).toEqual([0, 0])
  close()
  expect(closed).toBe(1)
})
