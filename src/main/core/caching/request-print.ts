import type { RecordedPrint } from '../../../shared/cache-miss.ts'
import { hashToBase62 } from '../../../shared/hash-to-base62.ts'
import type { ModelRequest } from '../ports/provider-ports.ts'
import { defined } from '../../../shared/defined.ts'

/** The hashes of a request's parts. Equal parts have equal hashes. */
export interface RequestPrint {
  readonly settings: string
  /** `name hash`. */
  readonly tools: readonly string[]
  /** Of each block, the hashes of its lines. */
  readonly system: readonly string[]
  readonly messages: readonly string[]
}

/** Digits of a hash: of a billion changes, one is not seen. */
export const HASH_DIGITS = 5

const ID_DIGITS = 12

/** Lines of a block of the system prompt that are compared one by one; the rest counts as one. */
const MAX_LINES = 500

/** Transcripts keep their messages, so that only new ones are read. */
const hashes = new WeakMap<object, string>()

function hashOf(part: object): string {
  const known = hashes.get(part) ?? hashToBase62(JSON.stringify(part), HASH_DIGITS)
  hashes.set(part, known)
  return known
}

/** Returns the print of a request. Bytes of files are not read: their parts have hashes. */
export function requestPrint({ tools, system, messages, toolChoice, options }: ModelRequest): RequestPrint {
  return {
    settings: hashToBase62(JSON.stringify([toolChoice ?? '', options ?? {}]), HASH_DIGITS),
    tools: tools.map((tool) => `${tool.name} ${hashOf(tool)}`),
    system: system.map(lineHashes),
    messages: messages.map(hashOf),
  }
}

function lineHashes(block: string): string {
  const lines = block.split('\n')
  const rest = lines.slice(MAX_LINES).join('\n')
  const compared = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), rest] : lines
  return compared.map((line) => hashToBase62(line, HASH_DIGITS)).join('')
}

/** Returns the form in which a print is recorded: what is not in the one before. Null: there is none. */
export function recordedPrint(
  print: RequestPrint,
  before: { readonly id: string; readonly print: RequestPrint } | null,
): RecordedPrint {
  const from = before === null ? 0 : commonStart(before.print.messages, print.messages)
  const isKept = (name: 'tools' | 'system'): boolean =>
    before !== null && before.print[name].join('\n') === print[name].join('\n')
  const own = {
    ...defined({
      continues: before?.id,
      tools: isKept('tools') ? undefined : print.tools,
      system: isKept('system') ? undefined : print.system,
    }),
    settings: print.settings,
    from,
    messages: print.messages.slice(from).join(''),
  }
  return { id: hashToBase62(JSON.stringify(own), ID_DIGITS), ...own }
}

/** Returns the whole print. Null: what it continues is missing, or it was not written by ikigai. */
export function wholePrint(own: RecordedPrint, before: RequestPrint | null): RequestPrint | null {
  if (own.continues !== undefined && before === null) return null
  const { settings, tools = before?.tools, system = before?.system, from } = own
  if (tools === undefined || system === undefined || from > (before?.messages.length ?? 0)) return null
  const added = own.messages.match(new RegExp(`.{${HASH_DIGITS}}`, 'g')) ?? []
  return { settings, tools, system, messages: [...(before?.messages.slice(0, from) ?? []), ...added] }
}

/** Returns how many entries at the beginning are equal. */
export function commonStart(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((entry, index) => entry !== b[index])
  return differs === -1 ? a.length : differs
}
