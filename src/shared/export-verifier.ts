import { chainOf, ExportChains, type Sha256 } from './export-chains.ts'
import { shortAgentId } from './ids.ts'
import { type JsonObject, parseJsonObject } from './json.ts'
import { jsonText } from './json-text.ts'

/** A row of an export that is not as it was written, or a place where one is missing. */
export interface ExportFault {
  /** Counted from 1. */
  readonly line: number
  readonly problem: string
}

export interface ExportCheck {
  readonly lines: number
  /** Whether any row has a hash. Exports of older versions and files written by hand have none. */
  readonly hasHashes: boolean
  /** The hash of the last row, which all others lead to. Null: that row is missing. */
  readonly head: string | null
  readonly faults: readonly ExportFault[]
}

/** Compares the rows of an export with their hashes, line by line (docs/import-format.md#hashes). */
export class ExportVerifier {
  readonly #chains: ExportChains
  readonly #faults: ExportFault[] = []
  /** Chains whose last row was changed: its hash may be wrong too, so the next row cannot be compared with it. */
  readonly #changed = new Set<string>()
  #line = 0
  #lastId = 0
  #hasHashes = false
  #head: string | null = null

  constructor(sha256: Sha256) {
    this.#chains = new ExportChains(sha256)
  }

  read(text: string): void {
    this.#line += 1
    const row = parseJsonObject(text)
    if (row === null) return this.#fault('was changed: it is not a JSON object')
    const hash = row['hash']
    if (typeof hash !== 'string') return this.#fault(`${nameOf(row)} was inserted: it has no hash`)
    this.#hasHashes = true
    if (this.#head !== null) return this.#fault(`${nameOf(row)} was inserted after the end`)
    if (jsonText(row) !== text || this.#chains.hash(row) !== hash) return this.#changedRow(row, hash)
    if (row['type'] === 'event' && !this.#chains.knows(chainOf(row))) {
      return this.#fault(`${nameOf(row)} was inserted: its agent is not in the file`)
    }
    if (!this.#follows(row)) return
    this.#checkEnds(row)
    this.#chains.add(row, Number(row['seq']), hash)
    if (row['end'] === true) this.#head = hash
  }

  result(): ExportCheck {
    const isCut = this.#hasHashes && this.#head === null
    const cut = { line: this.#line, problem: 'the end of the file is missing after this line' }
    const faults = isCut ? [...this.#faults, cut] : this.#faults
    return { lines: this.#line, hasHashes: this.#hasHashes, head: this.#head, faults }
  }

  #changedRow(row: JsonObject, hash: string): void {
    this.#fault(`${nameOf(row)} was changed`)
    const { seq } = this.#chains.next(row)
    if (row['seq'] !== seq) return
    this.#changed.add(chainOf(row))
    this.#chains.add(row, seq, hash)
  }

  /** Whether the row comes at its place or after it. Names what is missing before it. */
  #follows(row: JsonObject): boolean {
    const { seq, previous } = this.#chains.next(row)
    const own = Number(row['seq'])
    const wasChanged = this.#changed.delete(chainOf(row))
    if (own < seq) {
      this.#fault(`${nameOf(row)} is out of order or duplicated`)
      return false
    }
    const id = row['type'] === 'event' ? Number(row['id']) : this.#lastId
    if (id < this.#lastId) this.#fault(`${nameOf(row)} is out of order`)
    this.#lastId = Math.max(id, this.#lastId)
    if (own > seq) this.#fault(`${missingText(own - seq)} before ${nameOf(row)}`)
    else if (row['previous'] !== previous && !wasChanged) {
      this.#fault(`${nameOf(row)} does not follow what is before it: one of them was replaced`)
    }
    return true
  }

  /** Compares what the rows at the end say about the rows before them. */
  #checkEnds({ type, agent_uuid: agent, events, head, end: isEnd, order }: JsonObject): void {
    if (type !== 'ikigai') return
    if (isEnd === true && order !== this.#chains.order && this.#faults.length === 0) {
      this.#fault('rows before it are in another order than they were written')
    }
    if (typeof agent !== 'string') return
    const end = this.#chains.end(agent)
    const name = `agent ${shortAgentId(agent)}`
    if (Number(events) > end.events) this.#fault(`${missingText(Number(events) - end.events)} at the end of ${name}`)
    else if (head !== end.head && !this.#changed.has(agent)) this.#fault(`events of ${name} were inserted or replaced`)
  }

  #fault(problem: string): void {
    this.#faults.push({ line: this.#line, problem })
  }
}

function missingText(count: number): string {
  return count === 1 ? 'a row is missing' : `${count} rows are missing`
}

/** What a row is, in words. The values are those of the file and may be wrong. */
function nameOf({ type, id, agent_uuid: agent, uuid }: JsonObject): string {
  if (type === 'event' && typeof id === 'number' && typeof agent === 'string')
    return `event ${id} of agent ${shortAgentId(agent)}`
  if (type === 'agent' && typeof uuid === 'string') return `agent ${shortAgentId(uuid)}`
  return 'the row'
}
