import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import type { DifferenceRule, RerunView } from '../../src/shared/rerun.ts'
import { valueOf } from './drive-agent.ts'
import type { RealEngine } from './open-real-engine.ts'
import type { ScriptedAnswer, ScriptedBlock } from './provider-simulator/answer.ts'

/** Answers differently each time that it runs. */
export class LookUp implements Tool {
  readonly definition = {
    name: 'look_up',
    description: 'Looks a word up.',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  }
  runs = 0
  readonly #access: 'read' | 'network'

  /** `network`: it may not run without a question. */
  constructor(access: 'read' | 'network' = 'read') {
    this.#access = access
  }

  prepare({ word }: { readonly word?: unknown }) {
    const run = async () => {
      this.runs += 1
      return { content: `entry ${this.runs} of ${JSON.stringify(word)}`, isError: this.runs % 5 === 0 }
    }
    const call = { subject: String(word), access: this.#access, paths: [], isInFolder: true, run } as const
    return Promise.resolve({ ok: true, call } as const)
  }
}

export const lookUp = (...words: readonly string[]): ScriptedAnswer => ({
  type: 'script',
  blocks: words.map((word): ScriptedBlock => ({ type: 'tool_call', name: 'look_up', arguments: { word } })),
})

export async function eventsOf({ storage }: RealEngine, agentId: string): Promise<readonly AgentEvent[]> {
  return valueOf(await storage.store.events({ agentId }))
}

export interface RerunWish {
  readonly promptId?: number
  readonly model?: string
  readonly system?: string
  readonly instructions?: string
  readonly onDifference?: DifferenceRule
}

/** Runs an agent again, to the end. */
export async function rerun(
  { engine }: RealEngine,
  agentId: string,
  wish: RerunWish = {},
  signal = new AbortController().signal,
): Promise<RerunView> {
  const { rerunId, ended } = valueOf(await engine.local.reruns.start({ agentId, onDifference: 'end', ...wish }, signal))
  valueOf(await ended)
  return valueOf(await engine.reruns.view({ rerunId }))
}
