import type { BackupRows } from '../ports/backup-ports.ts'

const LINE_END = 0x0a
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const TIME = /^(\d{4,5})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\+00$/

/** The values of a row by column, as text; null: NULL. */
export type CopiedRow = ReadonlyMap<string, string | null>

/** Yields rows in PostgreSQL's text format of COPY. Throws if one has another number of columns. */
export function* copiedRows({ columns, body }: Pick<BackupRows, 'columns' | 'body'>): Generator<CopiedRow> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let from = 0; from < body.length;) {
    const end = body.indexOf(LINE_END, from)
    const fields = decoder.decode(body.subarray(from, end === -1 ? body.length : end)).split('\t')
    if (fields.length !== columns.length)
      throw new Error(`a row has ${fields.length} columns instead of ${columns.length}`)
    yield new Map(columns.map((column, index) => [column, valueOf(fields[index] ?? '')]))
    from = end === -1 ? body.length : end + 1
  }
}

function valueOf(field: string): string | null {
  if (field === String.raw`\N`) return null
  return field.includes('\\') ? field.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : field
}

/** Returns bytes in hexadecimal digits, as COPY writes them. */
export function copiedBytes(value: string | null | undefined): string | null {
  return value?.startsWith(String.raw`\x`) === true ? value.slice(2) : null
}

/** Returns a time in UTC as microseconds since the epoch; NaN: it is none. */
export function copiedTime(value: string): number | bigint {
  const [, ...parts] = TIME.exec(value) ?? []
  const [year = NaN, month = NaN, day, hour, minute, second] = parts.slice(0, 6).map(Number)
  // oxlint-disable-next-line no-restricted-globals -- computes with a recorded time, and reads no clock
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  return Number.isNaN(ms) ? ms : BigInt(ms) * 1000n + BigInt((parts[6] ?? '').padEnd(6, '0'))
}
