import { z } from 'zod'

import { canonicalText } from './canonical-text.ts'
import type { Sha256 } from './export-chains.ts'
import { shortAgentId, type AgentId } from './ids.ts'

/** Where the chain of an agent ends. */
const agentHeadSchema = z.strictObject({
  agent: z.string(),
  /** How many of its events have hashes. */
  events: z.number().int().nonnegative(),
  /** The chain of the last one, or the beginning. Null: unknown, because an event is missing. */
  head: z.string().nullable(),
})
export type AgentHead = z.infer<typeof agentHeadSchema>

/** A head of the log with its signature, as it is kept in a file (docs/behaviour/storage.md#signed-heads). */
export const signedHeadSchema = z.strictObject({
  /** A signed note of C2SP with the text of a checkpoint. */
  note: z.string(),
  /** Sorted by agent. Their hash is the root in the note. */
  heads: z.array(agentHeadSchema),
})
export type SignedHead = z.infer<typeof signedHeadSchema>

/** What a note says. */
interface SignedNote {
  /** What was signed. */
  readonly text: string
  /** The log. */
  readonly origin: string
  /** Events with hashes. */
  readonly size: number
  /** Base64. */
  readonly root: string
  readonly signer: string
  /** Base64: four bytes that name the key, then the signature. */
  readonly signature: string
}

const NOTE = /^(([^\n +]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*)\n— ([^\n ]+) ([A-Za-z0-9+/]+=*)\n$/

/** Returns what a note says, without judging its signature. Null: it is not a signed note. */
export function parseSignedNote(note: string): SignedNote | null {
  const [, text = '', origin = '', size = '', root = '', signer = '', signature = ''] = NOTE.exec(note) ?? []
  return text === '' ? null : { text, origin, size: Number(size), root, signer, signature }
}

/** Returns the hash over the heads of all agents, as hexadecimal digits. They are sorted by agent. */
export function rootOf(sha256: Sha256, heads: readonly AgentHead[]): string {
  return sha256(canonicalText(heads.map(({ agent, events, head }) => ({ agent, events, head }))))
}

/** How many events the heads cover. */
export function sizeOf(heads: readonly AgentHead[]): number {
  return heads.reduce((sum, { events }) => sum + events, 0)
}

/** Compares the chains of a log with heads that were signed earlier: each of them has to be a part of its agent's chain. */
export class SignedHeadComparison {
  readonly #heads: ReadonlyMap<string, AgentHead>
  readonly #found = new Map<string, string>()

  constructor(heads: readonly AgentHead[]) {
    this.#heads = new Map(heads.map((head) => [head.agent, head]))
  }

  read(agentId: AgentId, { seq, chain }: { readonly seq: number; readonly chain: string }): void {
    if (this.#heads.get(agentId)?.events === seq) this.#found.set(agentId, chain)
  }

  /** Returns what was removed or rewritten, in words. `agents`: those that were read. */
  problems(agents: ReadonlySet<string>): readonly string[] {
    return [...this.#heads.values()].flatMap(({ agent, events, head }) => {
      if (events === 0 || !agents.has(agent)) return []
      const found = this.#found.get(agent)
      if (found === head) return []
      const name = `agent ${shortAgentId(agent)}`
      const place = `its event ${events} of the signed head`
      return found === undefined
        ? [`${name} is shorter than it was signed: ${place} is missing`]
        : [`${name} was rewritten: it differs from the signed head at ${place} or before`]
    })
  }

  /** The agents that were signed. */
  get agents(): readonly string[] {
    return [...this.#heads.keys()]
  }
}
