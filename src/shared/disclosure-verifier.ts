import { fromBase64, toBase64 } from './base64.ts'
import { counted } from './counted.ts'
import {
  type DisclosedAgent,
  type DisclosedEvent,
  type DisclosureHeader,
  parseDisclosureHeader,
  parseDisclosureRow,
} from './disclosure.ts'
import { chainBeginning, eventChain, eventLeaf } from './event-hash.ts'
import type { Sha256 } from './export-chains.ts'
import type { ExportFault } from './export-verifier.ts'
import { shortAgentId, type AgentId } from './ids.ts'
import { parseSignedNote, rootOf, sizeOf } from './signed-head.ts'

export interface DisclosureCheck {
  /** The agents that the events are of. */
  readonly agents: readonly string[]
  /** Events whose content is in the file. */
  readonly disclosed: number
  /** Events of which everything but the content and the data is in the file, because these were redacted. */
  readonly redacted: number
  /** Events of which only the hash is in the file. */
  readonly hidden: number
  /** Of all agents, as it was signed. Null: the first line was changed. */
  readonly head: string | null
  /** The signed note. Null: the first line was changed. */
  readonly note: string | null
  readonly faults: readonly ExportFault[]
}

/**
 * Verifies a file with disclosed events line by line: each has to have its hash, and the hashes have to lead to the signed
 * head. The signature is checked elsewhere.
 */
export class DisclosureVerifier {
  readonly #sha256: Sha256
  readonly #faults: ExportFault[] = []
  readonly #found = new Set<number>()
  /** The chains of the agents by place. */
  readonly #chains = new Map<string, Map<number, string>>()
  #header: DisclosureHeader | null = null
  #agent: DisclosedAgent | null = null
  #line = 0
  #seq = 0
  #chain = ''
  #hidden = 0
  #redacted = 0

  constructor(sha256: Sha256) {
    this.#sha256 = sha256
  }

  read(text: string): void {
    this.#line += 1
    if (this.#line === 1) return this.#begin(text)
    const row = parseDisclosureRow(text)
    if (row === null) this.#fault('was changed: it is not a row of disclosed events')
    else if ('from' in row) this.#beginAgent(row)
    else if (this.#agent === null) this.#fault('was inserted: it belongs to no agent')
    else if ('seq' in row) this.#readEvent(this.#agent, row)
    else {
      this.#hidden += 1
      this.#step(row.leaf)
    }
  }

  result(): DisclosureCheck {
    this.#endAgent()
    const missing = this.#header?.events.filter((id) => !this.#found.has(id)) ?? []
    for (const id of missing) this.#fault(`event ${id} is missing, which the first line names`)
    const signed = this.#header?.signed ?? null
    return {
      agents: [...this.#chains.keys()],
      disclosed: this.#found.size - this.#redacted,
      redacted: this.#redacted,
      hidden: this.#hidden,
      head: signed === null ? null : rootOf(this.#sha256, signed.heads),
      note: signed?.note ?? null,
      faults: this.#faults,
    }
  }

  #begin(text: string): void {
    this.#header = parseDisclosureHeader(text)
    if (this.#header === null) return this.#fault('was changed: it is not the first line of disclosed events')
    const { events, signed } = this.#header
    const { note, heads } = signed
    const said = parseSignedNote(note)
    const root = rootOf(this.#sha256, heads)
    if (events.some((id, index) => id <= (events[index - 1] ?? 0)))
      this.#fault('was changed: its events are out of order')
    if (said === null || hexOf(said.root) !== root || said.size !== sizeOf(heads)) {
      this.#fault('was changed: its agents are not those that were signed')
    }
  }

  #beginAgent(row: DisclosedAgent): void {
    this.#endAgent()
    const { agent, from, previous, forkedAt } = row
    if (this.#chains.has(agent)) this.#fault(`${nameOf(agent)} begins twice`)
    const after = forkedAt === null ? undefined : this.#chains.get(forkedAt.agent)?.get(forkedAt.seq)
    const isFirst = this.#chains.size === 0 && forkedAt === null
    if (!isFirst && (from !== 1 || after === undefined || previous !== chainBeginning(this.#sha256, agent, after))) {
      this.#fault(`${nameOf(agent)} does not begin at the event at which it was forked: a hash was replaced`)
    }
    this.#agent = row
    this.#seq = from - 1
    this.#chain = previous
    this.#chains.set(agent, new Map([[this.#seq, previous]]))
  }

  #readEvent({ agent }: DisclosedAgent, row: DisclosedEvent): void {
    const { seq, id, leaf, chain } = row
    const name = `event ${id} of ${nameOf(agent)}`
    const missing = seq - this.#seq - 1
    if (missing > 0) this.#fault(`${counted(missing, 'row')} missing before ${name}`)
    if (missing < 0) this.#fault(`${name} is out of order, or a hash was inserted before it`)
    if (this.#found.has(id) || this.#header?.events.includes(id) === false) this.#fault(`${name} was inserted`)
    if (!('salts' in row) && !this.#found.has(id)) this.#redacted += 1
    this.#found.add(id)
    const isChanged = this.#leafOf(agent, row) !== leaf
    if (isChanged) this.#fault(`${name} was changed`)
    if (missing !== 0) this.#seq = seq - 1
    else if (eventChain(this.#sha256, this.#chain, leaf) !== chain && !isChanged) {
      this.#fault(`the hash of ${name} does not follow from what is before it: one was replaced`)
    }
    this.#step(leaf)
    this.#chain = chain
    this.#chains.get(agent)?.set(seq, chain)
  }

  #leafOf(agentId: AgentId, { session: sessionId, turn: turnId, ...row }: DisclosedEvent): string {
    const event = { content: null, data: null, ...row, agentId, sessionId, turnId }
    return eventLeaf(this.#sha256, event, { salts: null, contentHash: null, dataHash: null, ...row })
  }

  #step(leaf: string): void {
    this.#seq += 1
    this.#chain = eventChain(this.#sha256, this.#chain, leaf)
    if (this.#agent !== null) this.#chains.get(this.#agent.agent)?.set(this.#seq, this.#chain)
  }

  /** Compares the end of an agent's rows with what was signed. */
  #endAgent(): void {
    if (this.#agent === null || this.#header === null) return
    const { agent } = this.#agent
    const signed = this.#header.signed.heads.find((head) => head.agent === agent)
    const missing = (signed?.events ?? 0) - this.#seq
    if (signed === undefined) this.#fault(`${nameOf(agent)} is not part of the signed head`)
    else if (missing > 0) this.#fault(`${counted(missing, 'row')} missing at the end of ${nameOf(agent)}`)
    else if (missing < 0) this.#fault(`${counted(-missing, 'row')} of ${nameOf(agent)} inserted`)
    else if (signed.head !== this.#chain) {
      this.#fault(`${nameOf(agent)} does not lead to the signed head: an event or a hash was replaced`)
    }
    this.#agent = null
  }

  #fault(problem: string): void {
    this.#faults.push({ line: this.#line, problem })
  }
}

/** Compares both as hexadecimal digits: base64 has several forms of the same bytes, of which one is written. */
function hexOf(base64: string): string {
  const bytes = fromBase64(base64)
  if (toBase64(bytes) !== base64) return ''
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function nameOf(agentId: AgentId): string {
  return `agent ${shortAgentId(agentId)}`
}
