import { readArguments } from '../../../shared/call-arguments.ts'
import { exactText, parseExactObject } from '../../../shared/exact-json.ts'
import { EVENTS } from '../../../shared/events.ts'
import { isEventKind } from '../../../shared/event-facts.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import {
  type AgentRow,
  checkAgentRow,
  checkEventData,
  checkEventRow,
  checkFileRow,
  checkMailRow,
  type EventRow,
  type FileRow,
  type MailRow,
  type RowCheck,
  rowType,
  type UnreadKey,
} from '../../../shared/log-row.ts'
import { MAX_LINE_LENGTH } from '../../../shared/log-file.ts'
import { DONE, type Err, ok, refuse, type Result } from '../../../shared/result.ts'
import { shortText, UnreadKeys } from './unread-keys.ts'

/** A row with its line number in the file, counted from 1. */
export interface WithLine<T> {
  readonly line: number
  readonly row: T
}

/** An event that has an id and everything that its kind requires. */
export type ReadEvent = Omit<EventRow, 'id'> & { readonly id: number }

export interface LogRows {
  readonly agents: readonly WithLine<AgentRow>[]
  /** Events by id. */
  readonly events: readonly WithLine<ReadEvent>[]
  readonly mail: readonly WithLine<MailRow>[]
  /** Whether the file says that ikigai wrote it; else it may be written by hand. */
  readonly isExport: boolean
  /** The keys that are not kept, in the order of the file. */
  readonly unread: readonly UnreadKey[]
}

/** Takes a piece of a file out of a line. A refusal says what is wrong with it. */
export type TakeFile = (row: FileRow) => Promise<Result<null>>

const NO_FILES: TakeFile = async () => DONE

/** Parses the lines of a file. The error names the first invalid line and the reason. */
export async function readRows(
  lines: AsyncIterable<string> | Iterable<string>,
  takeFile: TakeFile = NO_FILES,
): Promise<Result<LogRows>> {
  const reader = new RowReader()
  let number = 0
  for await (const text of lines) {
    number += 1
    if (text.length > MAX_LINE_LENGTH) return badLine(number, TOO_LONG)
    const read = text.trim() === '' ? null : reader.read(number, text)
    if (typeof read === 'string') return badLine(number, read)
    if (read === null) continue
    const taken = await takeFile(read)
    if (!taken.ok) return taken.error.category === 'REFUSED' ? badLine(number, taken.error.message) : taken
  }
  return ok(reader.rows())
}

export function badLine(line: number, problem: string): Err {
  return refuse(`Line ${line}: ${problem} Nothing was imported.`)
}

const TOO_LONG = `the line is longer than ${MAX_LINE_LENGTH.toLocaleString('en-US')} characters. Is this an export of ikigai?`

const NEWER = 'If a newer ikigai wrote the file, import it with that one.'

class RowReader {
  readonly #agents: WithLine<AgentRow>[] = []
  readonly #events: WithLine<ReadEvent>[] = []
  readonly #mail: WithLine<MailRow>[] = []
  readonly #ids = new Set<number>()
  /** The marks of each agent so far, for rewinds that name only a mark. */
  readonly #marks = new Map<string, Map<string, number>>()
  readonly #unread = new UnreadKeys()
  #lastId = 0
  #isExport = false

  /** Reads one line; returns an error text, a piece of a file, or null for any other valid line. */
  read(line: number, text: string): string | FileRow | null {
    const json = parseExactObject(text)
    if (json === null) return 'this is not a JSON object.'
    const type = rowType(json)
    this.#unread.add(type, json)
    switch (type) {
      case 'ikigai':
        this.#isExport = true
        return json['version'] === 1
          ? null
          : `this format's version is not known: ${shortText(json['version'] ?? null)}. ${NEWER}`
      case 'agent':
        return keep(checkAgentRow(json), (row) => void this.#agents.push({ line, row }))
      case 'mail':
        return keep(checkMailRow(json), (row) => void this.#mail.push({ line, row }))
      case 'event':
        return this.#event(line, json)
      case 'file': {
        const checked = checkFileRow(json)
        return checked.ok ? checked.row : checked.problem
      }
      case undefined:
        return `neither an event, an agent nor a mail: it has no "kind", no "uuid" and no "to_agent".`
      default:
        return `lines of the type ${shortText(type)} are not known. ${NEWER}`
    }
  }

  rows(): LogRows {
    const events = this.#events.toSorted((a, b) => a.row.id - b.row.id)
    return { agents: this.#agents, mail: this.#mail, events, isExport: this.#isExport, unread: this.#unread.list() }
  }

  #event(line: number, json: JsonObject): string | null {
    const { kind } = json
    if (typeof kind === 'string' && !isEventKind(kind)) {
      return `events of the kind ${shortText(kind)} are not known. ${NEWER}`
    }
    const checked = checkEventRow(json)
    if (!checked.ok) return checked.problem
    const id = checked.row.id ?? this.#lastId + 1
    if (this.#ids.has(id)) return `the id ${id} appears twice.`
    this.#ids.add(id)
    this.#lastId = Math.max(this.#lastId, id)
    const row = { ...checked.row, id, data: this.#completed(checked.row, json) }
    const problem = checkEventData(row)
    if (problem !== null) return problem
    const name = row.data?.['name']
    if (row.kind === 'mark' && typeof name === 'string') this.#marksOf(row.agent_uuid).set(name, id)
    this.#events.push({ line, row })
    return null
  }

  /** Fills in data that a hand-written row may omit because only one value is possible. */
  #completed({ kind, content, data, agent_uuid: agent }: EventRow, json: JsonObject): EventRow['data'] {
    if (EVENTS[kind].data !== 'required') return EVENTS[kind].data === 'none' ? null : data
    if (kind === 'mark' && data?.['name'] === undefined && content !== null) return { ...data, name: content }
    if (kind === 'tool_call') return completedCall(data, argumentsIn(json))
    if (kind !== 'rewind' || data?.['target_id'] !== undefined) return data ?? {}
    const mark = typeof data?.['mark'] === 'string' ? data['mark'] : content
    const target = mark === null ? undefined : this.#marksOf(agent).get(mark)
    return target === undefined ? data : { ...data, mark, target_id: target }
  }

  #marksOf(agent: string): Map<string, number> {
    const marks = this.#marks.get(agent) ?? new Map<string, number>()
    this.#marks.set(agent, marks)
    return marks
  }
}

type EventData = NonNullable<EventRow['data']>

/** The arguments of a call as the line has them: `exactText` needs the very object that was read. */
function argumentsIn({ data }: JsonObject): JsonValue | undefined {
  return isJsonObject(data) ? data['arguments'] : undefined
}

/**
 * Parses arguments that are JSON text, as providers write them. Text that is not an object is kept in `arguments_text`,
 * as for a model's call; so are numbers that a double cannot hold.
 */
function completedCall(data: EventRow['data'], written: JsonValue | undefined): EventData {
  const input = data?.['arguments'] ?? ''
  const text = isEventData(written) ? exactText(written) : null
  if (!isEventData(input)) {
    return { ...data, ...readArguments(typeof input === 'string' ? input : JSON.stringify(input)) }
  }
  return text === null || text === JSON.stringify(written) ? { ...data } : { ...data, ...readArguments(text) }
}

function keep<T>(checked: RowCheck<T>, push: (row: T) => void): string | null {
  if (!checked.ok) return checked.problem
  push(checked.row)
  return null
}

/** A type guard only: the value was validated when it was read. */
function isEventData(value: unknown): value is EventData {
  return isJsonObject(value)
}
