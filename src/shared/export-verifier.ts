import { chainOf, ExportChains, type Sha256 } from './export-chains.ts'
import { shortAgentId } from './ids.ts'
import { type JsonObject, parseJsonObject } from './json.ts'
import { jsonText } from './json-text.ts'
import { isNoteOf } from './signed-export.ts'

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
  /** The signed note, whose signature is checked elsewhere. Null: the export is not signed, or its signature is missing. */
  readonly note: string | null
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
  /** Whether the last row says that a signature follows. */
  #isSigned = false
  #note: string | null = null

  constructor(sha256: Sha256) {
    this.#chains = new ExportChains(sha256)
  }

  read(text: string): void {
    this.#line += 1
    const row = parseJsonObject(text)
    if (row === null) return this.#fault('was changed: it is not a JSON object')
    if (row['type'] === 'ikigai' && 'note' in row) return this.#readNote(row, text)
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
    if (row['end'] !== true) return
    this.#head = hash
    this.#isSigned = row['signed'] === true
  }

  result(): ExportCheck {
    const isCut = this.#hasHashes && this.#head === null
    if (isCut) this.#fault('the end of the file is missing after this line')
    else if (this.#isSigned && this.#note === null) this.#fault('the signature is missing after this line')
    return { lines: this.#line, hasHashes: this.#hasHashes, head: this.#head, note: this.#note, faults: this.#faults }
  }

  #readNote(row: JsonObject, text: string): void {
    const note = row['note']
    if (this.#head === null) return this.#fault('is the signature, which belongs at the end')
    if (!this.#isSigned || this.#note !== null || typeof note !== 'string') {
      return this.#fault('is a signature that was inserted')
    }
    this.#note = note
    const isSame = jsonText(signatureRow(note)) === text
    if (!isSame || !isNoteOf(note, { lines: this.#line - 1, head: this.#head })) {
      this.#fault('is not the signature of these lines')
    }
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

/** The row with the signature, after the last one with a hash. */
export function signatureRow(note: string): JsonObject {
  return { type: 'ikigai', version: 1, note }
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
