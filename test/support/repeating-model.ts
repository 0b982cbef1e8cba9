import { type ScriptedAnswer, type ScriptedBlock, textAnswer } from './provider-simulator/answer.ts'
import type { SimulatorRequest } from './provider-simulator/simulator-request.ts'
import { lookUp } from './rerun-runs.ts'

/** What a model does to its own context. */
const COMMANDS = ['mark OWN', 'clear', 'clear OWN']

/** A difference of a run from the one before it: what the answer to the request with the number `at` becomes. */
export interface Planted {
  readonly at: number
  /** `other_call`: another first call. `extra_call`: a call in place of a final answer. `missing_call`: no calls. */
  readonly type: 'other_call' | 'extra_call' | 'missing_call'
}

/** The arguments of planted calls. */
export const PLANTED = { word: 'planted' } as const

/** A model that gives equal requests of equal runs equal answers, with the same ids, and whose answers are otherwise random. */
export class RepeatingModel {
  readonly #answers = new Map<string, ScriptedAnswer>()
  readonly #random: () => number
  /** The requests since the last `begin`. */
  requests: SimulatorRequest[] = []
  #planted: Planted | null = null
  #cut: { readonly at: number; readonly cut: () => void } | null = null

  constructor(random: () => number) {
    this.#random = random
  }

  begin(planted: Planted | null = null): void {
    this.requests = []
    this.#planted = planted
  }

  /** Calls `cut` once, at the request with this number, which then counts as not made. */
  cutAt(at: number, cut: () => void): void {
    this.#cut = { at, cut }
  }

  answer(request: SimulatorRequest): ScriptedAnswer {
    if (this.#cut?.at === this.requests.length) {
      this.#cut.cut()
      this.#cut = null
      return { ...textAnswer('This is cut off.'), holdAfterEvents: 1 }
    }
    this.requests.push(request)
    const key = this.#key(this.requests.length - 1)
    const known = this.#answers.get(key) ?? this.#new()
    this.#answers.set(key, known)
    const planted = this.#planted
    return planted?.at === this.requests.length - 1 ? withDifference(known, planted.type) : known
  }

  /** The numbers of the requests that were answered with calls, or of those that were not. */
  answered(withCalls: boolean): readonly number[] {
    return this.requests.flatMap((_, index) =>
      this.#answers.get(this.#key(index))?.blocks.some(isCall) === withCalls ? [index] : [],
    )
  }

  /** The request, and how often the run had it before: a model that clears its context would repeat itself for ever. */
  #key(index: number): string {
    const bodies = this.requests.slice(0, index + 1).map(({ host, bodyText }) => `${host}\n${bodyText}`)
    const body = bodies[index] ?? ''
    return `${bodies.filter((each) => each === body).length}\n${body}`
  }

  #new(): ScriptedAnswer {
    const calls = this.#below(4)
    const words = Array.from({ length: calls }, () => `w${this.#below(1_000)}`)
    const ownCommand = COMMANDS[this.#below(3 * COMMANDS.length)]
    const blocks = [...lookUp(...words).blocks, ...(ownCommand === undefined ? [] : [slash(ownCommand)])]
    const answer = calls === 0 ? textAnswer(`answer ${this.#below(1_000_000)}`) : { type: 'script' as const, blocks }
    return { ...answer, reuse: true }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }
}

function slash(line: string): ScriptedBlock {
  const [command = '', args = ''] = line.split(' ')
  return { type: 'tool_call', name: 'slash', arguments: { command, args } }
}

function isCall({ type }: ScriptedBlock): boolean {
  return type === 'tool_call'
}

function withDifference({ blocks }: ScriptedAnswer, type: Planted['type']): ScriptedAnswer {
  if (type === 'missing_call') return textAnswer('planted')
  const other = { type: 'tool_call', name: 'look_up', arguments: PLANTED } as const
  if (type === 'extra_call') return { type: 'script', blocks: [...blocks, other] }
  const first = blocks.findIndex(isCall)
  return { type: 'script', blocks: blocks.map((block, index) => (index === first ? other : block)) }
}
