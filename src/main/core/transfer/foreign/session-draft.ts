import type { ModelChoice } from '../../../../shared/agent-summary.ts'
import type { ForeignTool } from '../../../../shared/foreign-tools.ts'
import { nameFromPrompt } from '../../agents/agent-names.ts'
import type { ForeignEvent, ForeignNode, ForeignSession, RecordNote, SourceRecord } from './foreign-tree.ts'

/** The id of a session whose source names none. */
export const UNNAMED = 'unnamed'

const NOT_UNDERSTOOD = 'not understood'

/**
 * A session while it is read. Its account is complete by construction: a record that no event was made of and that no
 * reason was given for is `not understood`.
 */
export class SessionDraft {
  readonly tool: ForeignTool
  readonly id: string
  readonly facts: {
    name?: string | undefined
    folder?: string | undefined
    parentId?: string | undefined
    active?: number | undefined
    /** The model that the session would go on with, if no answer says it. */
    choice?: ModelChoice | undefined
  } = {}
  readonly copiedFrom = new Set<string>()
  readonly #records: SourceRecord[] = []
  readonly #reasons: RecordNote[] = []
  readonly #nodes: { readonly parent: number | null; readonly events: ForeignEvent[] }[] = []
  readonly #keys = new Set<string>()

  constructor(tool: ForeignTool, id: string) {
    this.tool = tool
    this.id = id
  }

  /** Returns the index of the record. */
  record(record: SourceRecord): number {
    return this.#records.push(record) - 1
  }

  /** Says why a record, or a part of it, is no event. */
  keep(record: number, reason: string): void {
    this.#reasons.push({ record, reason })
  }

  /** Returns the index of the node. */
  node(parent: number | null): number {
    return this.#nodes.push({ parent, events: [] }) - 1
  }

  /** Adds an event to a node. A key that is there already is kept aside: the first event counts. */
  event(node: number, event: ForeignEvent): void {
    const at = this.#nodes[node]
    if (at === undefined) return
    if (this.#keys.has(event.key)) {
      for (const record of event.records) this.keep(record, 'duplicate id')
      return
    }
    this.#keys.add(event.key)
    at.events.push(event)
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }

  finish(): ForeignSession {
    const used = new Set(this.#nodes.flatMap(({ events }) => events.flatMap(({ records }) => records)))
    const reasons = Map.groupBy(this.#reasons, ({ record }) => record)
    const kept = this.#records.map((_, record) =>
      used.has(record) ? null : (reasons.get(record)?.[0]?.reason ?? NOT_UNDERSTOOD),
    )
    const {
      name = firstPrompt(this.#nodes.flatMap(({ events }) => events)) ?? '',
      folder = null,
      parentId = null,
      active = null,
      choice = null,
    } = this.facts
    const nodes: readonly ForeignNode[] = this.#nodes
    const notes = this.#reasons.filter(({ record }) => used.has(record))
    const { tool, id } = this
    const facts = { name: nameFromPrompt(name), folder, parentId, active, choice }
    return { tool, id, ...facts, copiedFrom: [...this.copiedFrom], nodes, records: this.#records, kept, notes }
  }
}

/** The first prompt that a user wrote; null: there is none. */
export function firstPrompt(events: readonly ForeignEvent[]): string | null {
  const prompt = events.find((event) => event.kind === 'user' && event.injected !== true && event.text.trim() !== '')
  return prompt?.kind === 'user' ? prompt.text : null
}
