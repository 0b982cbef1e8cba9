import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { ModelPools } from '../../src/shared/model-pool.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { gitFolder, type GitFolder } from '../support/git-folder.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const PRICED = 'claude-haiku-4-5/none'
/** A model of the future, whose price nobody knows. */
const UNPRICED = 'kimi-of-tomorrow/none'
const NOT_KNOWN = 'The price of kimi-of-tomorrow is not known, so max_cost_per_day in config.json cannot hold.'

const POOLS: ModelPools = {
  spare: {
    strategy: 'failover',
    models: [
      { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' },
      { provider: 'moonshot', model: 'kimi-of-tomorrow', thinkingLevel: 'none' },
    ],
  },
}

let simulator: Simulator
let real: RealEngine
let git: GitFolder
let folder: string

const unpricedRequests = (): number =>
  simulator.requests.filter(({ bodyText }) => bodyText.includes('kimi-of-tomorrow')).length

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('yes') })
  git = await gitFolder()
  await git.write('notes.txt', 'Notes')
  await git.git('add', '.')
  await git.git('commit', '-m', 'Notes')
  folder = await mkdtemp(join(tmpdir(), 'ikigai-unpriced-'))
})

afterAll(() => closeAll(simulator, git, folder))

const submit = (agentId: string, text: string) => real.engine.agents.submit({ agentId, text })
const answered = async (): Promise<Pane> => {
  const pane = await Pane.create(real.engine, PRICED)
  await pane.type('One')
  return pane
}
const unpriced = async (): Promise<Pane> => {
  const pane = await answered()
  await pane.type(`/model ${UNPRICED}`)
  return pane
}

/** Every way in which a request is sent. */
const PATHS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a prompt': async () => submit((await Pane.create(real.engine, UNPRICED)).agentId, 'One'),
  'a prompt after a change of the model': async () => submit((await unpriced()).agentId, 'Two'),
  'an answer to the end of a context': async () => {
    const pane = await Pane.create(real.engine, PRICED)
    simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
    await pane.type('One')
    await pane.type(`/model ${UNPRICED}`)
    return real.engine.agents.resume({ agentId: pane.agentId })
  },
  'a summary': async () => submit((await unpriced()).agentId, '/compress'),
  'a child by a command': async () => submit((await unpriced()).agentId, '/fork "Go on"'),
  'a child by a click': async () => {
    const { agentId } = await answered()
    return real.engine.agents.fork({ agentId, models: [UNPRICED], prompt: 'Go on' })
  },
  'models that are compared': async () => {
    const { agentId } = await answered()
    return real.engine.agents.ask({ agentId, text: 'Two', models: [UNPRICED] })
  },
  mail: async () => {
    const { agentId } = await unpriced()
    valueOf(await real.engine.agents.setWakeOnMail({ agentId, wakes: true }))
    return submit(agentId, `/send ${agentId} Hello`)
  },
  'a queued prompt': async () => {
    const pane = await Pane.create(real.engine, PRICED)
    simulator.enqueue('anthropic', { ...textAnswer('yes'), holdAfterEvents: 1 })
    valueOf(await submit(pane.agentId, 'One'))
    const held = await simulator.streamHeld()
    const text = `/model ${UNPRICED}\nTwo`
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text, ifBusy: 'queue' }))
    held.release()
    await pane.until(({ view }) => view.turn === null && view.events.some(({ kind }) => kind === 'assistant'))
    const [prompt] = pane.view.queue
    return real.engine.queue.send({ agentId: pane.agentId, promptId: prompt?.id ?? '' })
  },
  'the spare member of a pool': async () => {
    const pane = await Pane.create(real.engine, PRICED)
    await pane.type('/model @spare')
    simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
    return submit(pane.agentId, 'One')
  },
  'a rerun': async () => {
    const { agentId } = await answered()
    return real.engine.reruns.start({ agentId, model: UNPRICED, onDifference: 'end' })
  },
  'a race': async () => {
    const { agentId } = await Pane.create(real.engine, PRICED)
    valueOf(await real.engine.agents.setFolder({ agentId, folder: git.folder }))
    const limits = { max_usd: null, max_minutes: null, timeout_ms: 10_000, retries: 0, at_once: 1 }
    const plan = {
      task: 'Fix it',
      test: 'true',
      winner: 'first',
      unconfined: true,
      baseline: false,
      ...limits,
    } as const
    return real.engine.races.start({ agentId, isNew: true, models: [UNPRICED], attempts: 1, plan, allowsEdits: true })
  },
  'an evaluation': () => evaluate(UNPRICED, { matches: 'yes' }),
  'a judge': () => evaluate(PRICED, { judge: UNPRICED, criteria: 'It says yes.' }),
}

async function evaluate(model: string, check: object): Promise<unknown> {
  const file = join(folder, `${JSON.stringify(check).length}-${model.length}.json`)
  const tasks = [{ name: 'one', prompt: 'Say yes.', checks: [check] }]
  await writeFile(file, JSON.stringify({ name: file, tasks }))
  const settings = { repeat: 1, atOnce: 1, maxUsd: null, unconfined: false, isNew: true }
  return real.engine.evaluations.start({ file, models: [model], ...settings })
}

/** All that the log says, and the answers of operations. */
async function said(outcome: unknown): Promise<string> {
  const agents = await agentsOf(real.engine)
  const events = await Promise.all(agents.map(({ id: agentId }) => real.storage.store.events({ agentId })))
  return JSON.stringify([outcome, events])
}

describe('a limit in dollars holds back a model without a known price', () => {
  describe('where nobody can be asked, at', () => {
    it.each(Object.entries(PATHS))('%s', async (_name, send) => {
      real = await openRealEngine(simulator.environment(), { config: { maxCostPerDay: 5, pools: POOLS } })
      try {
        const before = unpricedRequests()
        const outcome = await send()
        await expect.poll(() => said(outcome), { timeout: 20_000 }).toContain(NOT_KNOWN)
        expect(unpricedRequests()).toBe(before)
      } finally {
        await real.close()
      }
    })
  })

  describe('and asks in a window, at', () => {
    it.each(Object.entries(PATHS))('%s', async (_name, send) => {
      const config = { maxCostPerDay: 5, pools: POOLS }
      real = await openRealEngine(simulator.environment(), { config, attended: true })
      const inbox = new ApprovalClient(real.engine)
      try {
        const before = unpricedRequests()
        void send()
        await inbox.until(({ pending }) => pending.size > 0)
        const [question] = inbox.pending.values()
        expect(question?.subject).toContain(NOT_KNOWN)
        expect(unpricedRequests()).toBe(before)
      } finally {
        inbox.close()
        await real.close()
      }
    })
  })
})
