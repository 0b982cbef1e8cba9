import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { EngineDependencies } from '../../src/main/core/engine-dependencies.ts'
import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import type { PreparedCall, Tool } from '../../src/main/core/ports/tool-ports.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { Pane } from './drive-agent.ts'
import { type FaultKind, FaultyPorts, type PlannedFault } from './faulty-ports.ts'
import { openRealEngine, type RealEngine } from './open-real-engine.ts'
import { type ScriptedAnswer, textAnswer } from './provider-simulator/answer.ts'
import type { Simulator } from './provider-simulator/simulator.ts'
import type { SimulatorRequest } from './provider-simulator/simulator-request.ts'
import { startSimulator } from './provider-simulator/start-simulator.ts'

/** How much faster the clock runs for an agent that waits for a call without an end: limits are reached soon. */
const HASTE = 400

const CALL: ScriptedAnswer = { type: 'script', blocks: [{ type: 'tool_call', name: 'work', arguments: {} }] }

/** `Say 7.` is answered with `Said 7!`, `Work 7.` with a call of the tool, then with `Worked 7!`. */
function answer({ body }: SimulatorRequest): ScriptedAnswer {
  const text = JSON.stringify(body)
  const [, verb = '', number = ''] = [...text.matchAll(/"(Say|Work) (\d+)\./g)].at(-1) ?? []
  if (verb !== 'Work') return textAnswer(`Said ${number}!`)
  return text.lastIndexOf('tool_result') > text.lastIndexOf(`Work ${number}.`) ? textAnswer(`Worked ${number}!`) : CALL
}

/** A tool that answers at once. */
function workTool(): Tool {
  const call: PreparedCall = {
    subject: 'work',
    access: 'write',
    paths: [],
    isInFolder: true,
    run: ({ onOutput }) => {
      onOutput('working')
      return Promise.resolve({ content: 'Worked.', isError: false })
    },
  }
  return {
    definition: { name: 'work', description: 'Works.', parameters: { type: 'object', properties: {} } },
    prepare: () => Promise.resolve({ ok: true, call }),
  }
}

/** Tries one fault after the other on one engine, each beside another agent's turn. */
export class FaultTrials {
  readonly ports: FaultyPorts
  readonly real: RealEngine
  readonly #simulator: Simulator
  readonly #directory: string
  #victims = 0
  #bystander: Pane | null = null

  /** The paths of all methods that the engine was given. */
  readonly given: EngineDependencies

  private constructor(parts: {
    readonly ports: FaultyPorts
    readonly real: RealEngine
    readonly given: EngineDependencies
    readonly simulator: Simulator
    readonly directory: string
  }) {
    this.ports = parts.ports
    this.real = parts.real
    this.given = parts.given
    this.#simulator = parts.simulator
    this.#directory = parts.directory
  }

  static async open(): Promise<FaultTrials> {
    const simulator = await startSimulator({ answerWith: answer, remembers: false })
    const ports = new FaultyPorts()
    const directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-faults-')))
    const hasty: Clock = {
      now: () => systemClock.now(),
      sleep: (ms, signal) => systemClock.sleep(ports.isStuck() ? Math.ceil(ms / HASTE) : ms, signal),
    }
    const taken: { ports?: EngineDependencies } = {}
    const real = await openRealEngine(simulator.environment(), {
      tools: [workTool()],
      allowed: ['work'],
      clock: hasty,
      homeDirectory: directory,
      wrapPorts: (given) => {
        taken.ports = given
        return ports.wrap(given, '')
      },
    })
    if (taken.ports === undefined) throw new Error('The engine took no ports.')
    return new FaultTrials({ ports, real, given: taken.ports, simulator, directory })
  }

  /** The faults of the methods that turns have called so far, at their first call. */
  faults(kinds: readonly FaultKind[]): readonly PlannedFault[] {
    return [...this.ports.calls.keys()].flatMap((path) =>
      kinds.filter((kind) => this.ports.canHave(path, kind)).map((kind) => ({ path, kind, call: 1 })),
    )
  }

  /** Runs a turn of a new agent with the fault; returns what went wrong beside it or after it, null: nothing. */
  async try(fault: PlannedFault | null): Promise<string | null> {
    const { engine } = this.real
    this.#bystander ??= await Pane.create(engine, 'gpt-4.1/none')
    const victim = await Pane.create(engine, 'claude-haiku-4-5/none')
    const agentId = victim.agentId
    const number = ++this.#victims
    const folder = join(this.#directory, `folder-${String(number)}`)
    await mkdir(folder)
    await engine.agents.setFolder({ agentId, folder })
    const fired = fault === null ? Promise.resolve() : this.ports.plan(fault)
    const ended = this.ports.run('victim', () => turnOf(victim, `Work ${String(number)}.`))
    const beside = this.ports.run('bystander', () => turnOf(this.#bystander, `Say ${String(number)}.`))
    const problems: string[] = []
    try {
      if (fault?.kind === 'hangs') {
        await within(Promise.race([fired, ended]), 'the fault')
        this.ports
          .run('victim', () => engine.agents.cancel({ agentId }))
          .catch((error: unknown) => problems.push(String(error)))
      }
      problems.push(...besideProblem(await within(beside, 'the other agent'), `Said ${String(number)}!`))
      const end = await within(ended, 'the turn')
      if (end.startsWith('threw')) problems.push(end)
      if (fault === null && end !== `assistant: Worked ${String(number)}!`) problems.push(end)
    } catch (error) {
      problems.push(String(error))
    }
    this.ports.clear()
    if (problems.length === 0) problems.push(...(await this.#goesOn(victim, number)))
    victim.close()
    return problems.length === 0 ? null : problems.join('; ')
  }

  /** Whether the agent answers its next prompt. */
  async #goesOn(victim: Pane, number: number): Promise<readonly string[]> {
    try {
      for (let tries = 1; ; tries++) {
        const work = this.ports.run('victim', () => turnOf(victim, `Say ${String(number)}.`))
        const end = await within(work, 'the next turn')
        if (end === `assistant: Said ${String(number)}!`) return []
        if (tries === MAX_TRIES) return [`afterwards: ${end}`]
        // What an earlier turn waits for has not reached its limit yet.
        await systemClock.sleep(TRY_MS, new AbortController().signal)
      }
    } catch (error) {
      return [`afterwards: ${String(error)}`]
    }
  }

  async close(): Promise<void> {
    this.ports.clear()
    this.#bystander?.close()
    await this.real.close()
    await this.#simulator.close()
    await rm(this.#directory, { recursive: true, force: true })
  }
}

/** What the turn of a prompt ended with. */
async function turnOf(pane: Pane | null, text: string): Promise<string> {
  if (pane === null) return 'no pane'
  try {
    await pane.type(text)
    return pane.lines().at(-1) ?? ''
  } catch (error) {
    return /^[A-Z_]+: /.test(error instanceof Error ? error.message : '')
      ? `refused ${String(error)}`
      : `threw ${String(error)}`
  }
}

function besideProblem(end: string, expected: string): readonly string[] {
  return end === `assistant: ${expected}` ? [] : [`the other agent: ${end}`]
}

/** Fails in place of hanging; long enough for a busy machine. */
async function within<T>(work: Promise<T>, what: string): Promise<T> {
  const over = new AbortController()
  try {
    const limit = systemClock.sleep(LIMIT_MS, over.signal).then(() => Promise.reject(new Error(`${what} did not end`)))
    return await Promise.race([work, limit])
  } finally {
    over.abort()
  }
}

const MAX_TRIES = 20
const TRY_MS = 100

const LIMIT_MS = Number(process.env['FAULT_LIMIT_MS'] ?? 10_000)
