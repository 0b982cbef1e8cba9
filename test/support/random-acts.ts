import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect } from 'vitest'

import { AgentTree } from '../../src/main/core/agents/agent-tree.ts'
import type { TestCommands } from '../../src/main/core/ports/test-command-ports.ts'
import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import { rerunAgents } from '../../src/main/core/reruns/rerun-subtree.ts'
import { isBusy } from '../../src/shared/agent-summary.ts'
import type { AgentId, EventId } from '../../src/shared/ids.ts'
import { ok } from '../../src/shared/result.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { agentsOf, seen, valueOf } from './drive-agent.ts'
import type { GitFolder } from './git-folder.ts'
import type { RealEngine } from './open-real-engine.ts'
import type { Simulator } from './provider-simulator/simulator.ts'

/** What a user begins with a tree in two engines. */
interface Situation {
  readonly random: () => number
  readonly engines: readonly RealEngine[]
  readonly simulator: Simulator
  readonly git: GitFolder
  readonly clock: MovedClock
  readonly model: string
  /** Agents that the user has made. */
  readonly typed: readonly AgentId[]
  /** Changes with every act. */
  readonly label: string
}

/** A limit in dollars that an act has set, and the agents that share it with those below them. */
interface ActLimit {
  readonly agents: readonly AgentId[]
  readonly usd: number
}

type Act = (situation: Situation) => Promise<ActLimit | null>

/** A clock that tests move on without waiting. */
export class MovedClock implements Clock {
  /** ms. */
  offset = 0

  now(): number {
    return systemClock.now() + this.offset
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal)
  }
}

/** In the last half minute of the entries that requests have just written, ms. */
const BEFORE_END_MS = 271_000
/** The requests after which a run is stopped, to go on in another engine. */
const BEFORE_STOP = 3

function chosen<T>({ random }: Situation, all: readonly T[]): T {
  const one = all[Math.trunc(random() * all.length)]
  if (one === undefined) throw new Error('There is nothing to choose from')
  return one
}

async function prompt(situation: Situation, text: string): Promise<null> {
  const { engine } = chosen(situation, situation.engines)
  await engine.agents.submit({ agentId: chosen(situation, situation.typed), text })
  return null
}

/** Stops a run when it has sent some requests, and goes on with it in the other engine. */
async function moveRun(
  { engines, simulator }: Situation,
  runId: AgentId,
  resume: (real: RealEngine) => Promise<unknown>,
): Promise<void> {
  const [here, there] = engines
  if (here === undefined || there === undefined) throw new Error('There are not two engines')
  const before = simulator.requests.length
  const isReached = async (): Promise<boolean> => {
    const agents = await agentsOf(here.engine)
    const isOver = !isBusy(agents.find(({ id }) => id === runId)?.activity.type ?? 'idle')
    return isOver || simulator.requests.length >= before + BEFORE_STOP
  }
  await expect.poll(isReached, { timeout: 60_000, interval: 20 }).toBe(true)
  await here.engine.agents.cancel({ agentId: runId })
  await seen(there.engine, ({ id }) => id === runId)
  await resume(there)
}

/**
 * Resolves when each of the agents was run again: between two of them nothing in the database says that one follows. An
 * agent that mail has woken when its turn comes is left out, because it is busy.
 */
async function seriesEnded(
  { engine, storage }: RealEngine,
  originals: readonly AgentId[],
  earlier: ReadonlyMap<AgentId, EventId>,
): Promise<void> {
  const eventsOf = async (agentId: AgentId) => valueOf(await storage.store.events({ agentId }))
  const reruns = async () => {
    const made = (await agentsOf(engine)).filter(({ id }) => !earlier.has(id))
    const logs = await Promise.all(made.map(({ id }) => eventsOf(id)))
    return logs.flatMap((events) => {
      const steps = events.flatMap(({ kind, data }) => (kind === 'rerun' ? [data] : []))
      const begun = steps.find(({ step }) => step === 'begun')
      return begun?.step === 'begun' ? [{ agentId: begun.agent, hasEnded: steps.at(-1)?.step === 'ended' }] : []
    })
  }
  const wasWoken = async (agentId: AgentId): Promise<boolean> => {
    const before = earlier.get(agentId) ?? 0
    return (await eventsOf(agentId)).some(({ id, turnId }) => id > before && turnId !== null)
  }
  const left = async () => {
    const all = await reruns()
    const lastBegun = originals.findLastIndex((id) => all.some(({ agentId }) => agentId === id))
    const open: AgentId[] = []
    for (const [index, id] of originals.entries()) {
      const rerun = all.find(({ agentId }) => agentId === id)
      const isLeftOut = rerun === undefined && (index < lastBegun || (await wasWoken(id)))
      if (rerun?.hasEnded !== true && !isLeftOut) open.push(id)
    }
    return open
  }
  await expect.poll(left, { timeout: 120_000, interval: 20 }).toEqual([])
}

/** Test commands that pass or fail at random. */
export function randomTests(random: () => number): TestCommands {
  return {
    problem: async () => ok(null),
    run: async () => ok({ output: '', isWhole: true, exitCode: random() < 0.3 ? 0 : 1, note: null, durationMs: 1 }),
  }
}

/** All ways in which a user begins requests. */
export const ACTS: readonly (readonly [name: string, act: Act])[] = [
  ['prompt', (situation) => prompt(situation, `Delegate ${situation.label}`)],
  [
    'keep_warm',
    async (situation) => {
      const { typed, clock, engines } = situation
      clock.offset = BEFORE_END_MS
      for (const agentId of typed) await chosen(situation, engines).engine.keepWarm.set({ agentId, scope: 'agent' })
      return prompt(situation, `Delegate ${situation.label}`)
    },
  ],
  [
    'race',
    async (situation) => {
      const { random, typed, git, engines, model } = situation
      const [here] = engines
      const agentId = chosen(situation, typed)
      if (here === undefined) return null
      valueOf(await here.engine.agents.setFolder({ agentId, folder: git.folder }))
      const usd = 0.003 + random() * 0.015
      const limits = { max_usd: usd, max_minutes: null, timeout_ms: 10_000, retries: 2, at_once: 3 }
      const plan = {
        ...limits,
        task: `Race ${situation.label}`,
        test: 'true',
        winner: 'cheapest',
        unconfined: true,
        go_on: 'always',
      } as const
      const raceId = valueOf(
        await here.engine.races.start({
          agentId,
          isNew: false,
          models: [model],
          attempts: 3,
          plan,
          allowsEdits: true,
        }),
      )
      await moveRun(situation, raceId, ({ engine }) => engine.races.resume({ raceId }))
      const { attempts } = valueOf(await here.engine.races.view({ raceId }))
      return { agents: attempts.map((attempt) => attempt.agentId), usd }
    },
  ],
  ['compress', (situation) => prompt(situation, '/compress')],
  [
    'evaluation',
    async (situation) => {
      const { random, git, engines, model, label } = situation
      const file = join(git.parent, `tasks-${label}.json`)
      const checks = [{ matches: '.' }, { judge: model, criteria: 'It says something.' }]
      const tasks = ['one', 'two', 'three'].map((name) => ({ name, prompt: `Delegate ${name}`, checks }))
      await writeFile(file, JSON.stringify({ name: label, tasks }))
      const usd = 0.003 + random() * 0.015
      const settings = { repeat: 1, atOnce: 3, maxUsd: usd, unconfined: true, isNew: true }
      const [here] = engines
      if (here === undefined) return null
      const evaluationId = valueOf(await here.engine.evaluations.start({ file, models: [model], ...settings }))
      await moveRun(situation, evaluationId, ({ engine }) => engine.evaluations.resume({ evaluationId }))
      return { agents: [evaluationId], usd }
    },
  ],
  [
    'rerun',
    async (situation) => {
      const real = chosen(situation, situation.engines)
      const { engine, storage } = real
      const agents = await agentsOf(engine)
      const answered = agents.filter(({ usage }) => usage.totalTokens > 0)
      const agentId = chosen(situation, answered).id
      const tree = new AgentTree()
      for (const agent of agents) tree.put(agent)
      const originals = await rerunAgents(agentId, { tree, store: storage.store })
      const before = new Map<AgentId, EventId>()
      for (const { id } of agents) {
        const events = valueOf(await storage.store.events({ agentId: id }))
        before.set(id, events.at(-1)?.id ?? 0)
      }
      const started = await engine.reruns.start({ agentId, subtree: true, onDifference: 'run' })
      // An agent that was stopped before its first answer has used tokens, and cannot be run again.
      expect(started.ok).toBe(originals.ok)
      if (originals.ok) await seriesEnded(real, originals.value, before)
      return null
    },
  ],
]
