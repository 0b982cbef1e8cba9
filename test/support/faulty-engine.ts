import { renameSync, writeFileSync } from 'node:fs'

import { startEngine as startRealEngine, type Engine } from '../../src/main/core/engine.ts'
import type { EngineDependencies } from '../../src/main/core/engine-dependencies.ts'
import type { ApprovalRule } from '../../src/shared/approval.ts'
import { ok, type Result } from '../../src/shared/result.ts'
import { type Caller, FaultyPorts } from './faulty-ports.ts'
import { seededRandom } from './seeded-random.ts'

/** How much faster the clock runs for an agent that waits for a call without an end: limits are reached soon. */
const HASTE = 400
const REPORT_MS = 250
/** Whose calls never fail: those of agents with this provider, and prompts that begin so. */
const SPARED_MODEL = /^gpt/
const SPARED_PROMPT = /^Calm /
const TOOLS = ['file_write', 'glob', 'bash']

const rate = Number(process.env['FAULTS_RATE'] ?? 0)
const report = process.env['FAULTS_REPORT'] ?? ''
const random = seededRandom(Number(process.env['FAULTS_SEED'] ?? 1))

/**
 * Starts the real engine with ports that fail at random, in place of the real `startEngine` (`use-test-engine.ts`).
 * The number of faults so far is written to the file `FAULTS_REPORT`.
 */
export async function startEngine(given: EngineDependencies): Promise<Result<Engine>> {
  // Nothing fails before the engine is open.
  let isOpen = false
  const ports = new FaultyPorts({ rate, random: () => (isOpen ? random() : 1) })
  const clock = {
    now: () => given.clock.now(),
    sleep: (ms: number, signal: AbortSignal) => given.clock.sleep(ports.isStuck() ? Math.ceil(ms / HASTE) : ms, signal),
  }
  const runRules = [...given.runRules, ...TOOLS.map(allowRule)]
  const started = await startRealEngine(ports.wrap({ ...given, clock, runRules }, ''))
  if (!started.ok) return started
  isOpen = true
  setInterval(() => writeReport(ports), REPORT_MS).unref()
  return ok(byCallers(started.value, ports))
}

function writeReport({ fired, calls }: FaultyPorts): void {
  writeFileSync(`${report}.new`, JSON.stringify({ faults: Object.fromEntries(fired), methods: calls.size }))
  renameSync(`${report}.new`, report)
}

/** Runs each operation on an agent as that agent's caller. */
function byCallers(engine: Engine, ports: FaultyPorts): Engine {
  const spared = new Set<string>()
  const callers = new Map<string, Caller>()
  const callerOf = (agentId: string): Caller => {
    const caller = callers.get(agentId) ?? newCaller(spared.has(agentId))
    callers.set(agentId, caller)
    return caller
  }
  const { agents } = engine
  return {
    ...engine,
    agents: {
      ...agents,
      async create(input) {
        const isSpared = SPARED_MODEL.test(input.model ?? '')
        const made = await ports.runAs(newCaller(isSpared), () => agents.create(input))
        if (made.ok && isSpared) spared.add(made.value.id)
        return made
      },
      submit(input) {
        if (SPARED_PROMPT.test(input.text)) return ports.runAs(newCaller(true), () => agents.submit(input))
        // Each turn of an agent is stuck by itself.
        callers.delete(input.agentId)
        return ports.runAs(callerOf(input.agentId), () => agents.submit(input))
      },
      cancel: (input) => ports.runAs(callerOf(input.agentId), () => agents.cancel(input)),
      subscribe: (input, signal) => following(agents.subscribe(input, signal), ports),
    },
  }
}

/** What a client is shown does not fail: it would see nothing of the faults of others. */
async function* following<T>(iterable: AsyncIterable<T>, ports: FaultyPorts): AsyncGenerator<T> {
  const watcher = newCaller(true)
  const feed = iterable[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await ports.runAs(watcher, () => feed.next())
      if (done === true) return
      yield value
    }
  } finally {
    await feed.return?.()
  }
}

function newCaller(isBystander: boolean): Caller {
  return { isBystander, isStuck: false }
}

function allowRule(tool: string): ApprovalRule {
  return { id: tool, tool, pattern: null, action: 'allow', scope: { type: 'everywhere' }, createdAt: 0 }
}
