import { errorBody, errorIn } from './error-body.ts'
import { plainSentence } from '../sdk-failure.ts'
import { parseJson } from '../wire-value.ts'

const LINE_FEED = 0x0a
/** First bytes of lines that are part of an event stream, or empty: `data`, `id`, `retry`, comments, a byte order mark. */
const ORDINARY: ReadonlySet<number> = new Set([...Buffer.from('dir:\r\n'), 0xef])
/** Most of other text that is kept, UTF-16 units. */
const MAX_STRAY = 1_000_000

const encoder = new TextEncoder()

/**
 * Brings the lines of an event stream in which servers say something outside of its form into that form: `error: {…}` as
 * a field (llama.cpp), JSON without `data:`, an event of the type `error`, and plain text or a web page in place of a
 * stream. Other bytes pass unchanged. The time is linear in the bytes.
 */
export class EventLines {
  #state: 'start' | 'ordinary' | 'held' = 'start'
  #held: Uint8Array[] = []
  #isErrorEvent = false
  #hasData = false
  /** Text outside of the form, which may be JSON on several lines. */
  #stray = ''

  push(chunk: Uint8Array): Uint8Array[] {
    const out: Uint8Array[] = []
    for (let from = 0; from < chunk.length;) {
      if (this.#state === 'start') this.#begin(chunk[from])
      const end = chunk.indexOf(LINE_FEED, from) + 1
      const piece = chunk.subarray(from, end === 0 ? chunk.length : end)
      if (this.#state === 'held') this.#held.push(piece)
      else out.push(piece)
      from += piece.length
      if (end === 0) continue
      if (this.#state === 'held') this.#convert(out)
      this.#state = 'start'
    }
    return out
  }

  /** Called at the end of the body. */
  end(): Uint8Array[] {
    const out: Uint8Array[] = []
    if (this.#held.length > 0) this.#convert(out)
    const text = this.#stray.trim()
    if (text === '' || this.#hasData) return out
    return [...out, dataLine({ error: errorBody(text.startsWith('<') ? plainSentence(text) : text) })]
  }

  #begin(first: number | undefined): void {
    const isOrdinary = first !== undefined && ORDINARY.has(first) && !this.#isErrorEvent
    this.#state = isOrdinary ? 'ordinary' : 'held'
    if (first === 0x64) this.#hasData = true
  }

  #convert(out: Uint8Array[]): void {
    const bytes = Buffer.concat(this.#held)
    this.#held = []
    const line = bytes.toString('utf8')
    const [, name = '', value = ''] = /^(event|error|data): ?([^\r\n]*)/.exec(line) ?? []
    if (name === 'event' && value.trim() === 'error') this.#isErrorEvent = true
    else if (name === 'event' || (this.#isErrorEvent && name === '')) out.push(bytes)
    else if (name === 'data') {
      this.#isErrorEvent = false
      out.push(dataLine({ error: errorBody(parseJson(value) ?? value) ?? { message: value } }))
    } else if (name === 'error') out.push(dataLine({ error: errorBody(value) ?? { message: value } }))
    else this.#addStray(line, out)
  }

  #addStray(line: string, out: Uint8Array[]): void {
    if (this.#stray.length > MAX_STRAY) return
    this.#stray += line
    if (!/[}\]]\s*$/.test(line) || !/^\s*[[{]/.test(this.#stray)) return
    const json = parseJson(this.#stray)
    if (json === undefined) return
    this.#stray = ''
    this.#hasData = true
    const error = errorIn(json)
    out.push(dataLine(error === null ? json : { error }))
  }
}

function dataLine(value: unknown): Uint8Array {
  return encoder.encode(`data: ${JSON.stringify(value)}\n\n`)
}
