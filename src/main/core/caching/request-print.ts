import type { RecordedPrint } from '../../../shared/cache-miss.ts'
import { hashToBase62 } from '../../../shared/hash-to-base62.ts'
import type { ModelRequest } from '../ports/provider-ports.ts'
import { defined } from '../../../shared/defined.ts'
import { HASH_DIGITS, type PrintKey } from './print-keys.ts'

/** The hashes of a request's parts. Equal parts have equal hashes of one key. */
export interface RequestPrint {
  /** The name of the key. */
  readonly key: string
  readonly settings: string
  /** `name hash`. */
  readonly tools: readonly string[]
  /** Of each block, the hashes of its lines. */
  readonly system: readonly string[]
  readonly messages: readonly string[]
}

const ID_DIGITS = 12

/** Lines of a block of the system prompt that are compared one by one; the rest counts as one. */
const MAX_LINES = 500

/** Returns the print of a request. Bytes of files are not read: their parts have hashes. */
export function requestPrint(
  { tools, system, messages, toolChoice, options }: ModelRequest,
  key: PrintKey,
): RequestPrint {
  return {
    key: key.name,
    settings: key.hash(JSON.stringify([toolChoice ?? '', options ?? {}])),
    tools: tools.map((tool) => `${tool.name} ${key.hashPart(tool)}`),
    system: system.map((block) => lineHashes(block, key)),
    messages: messages.map((message) => key.hashPart(message)),
  }
}

function lineHashes(block: string, key: PrintKey): string {
  const lines = block.split('\n')
  const rest = lines.slice(MAX_LINES).join('\n')
  const compared = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), rest] : lines
  return compared.map((line) => key.hash(line)).join('')
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
    key: print.key,
    settings: print.settings,
    from,
    messages: print.messages.slice(from).join(''),
  }
  return { id: hashToBase62(JSON.stringify(own), ID_DIGITS), ...own }
}

/** Returns the whole print. Null: what it continues is missing, or it was not written by ikigai. */
export function wholePrint(own: RecordedPrint, before: RequestPrint | null): RequestPrint | null {
  if (own.continues !== undefined && before === null) return null
  const { key, settings, tools = before?.tools, system = before?.system, from } = own
  if (tools === undefined || system === undefined || from > (before?.messages.length ?? 0)) return null
  const added = own.messages.match(new RegExp(`.{${HASH_DIGITS}}`, 'g')) ?? []
  return { key, settings, tools, system, messages: [...(before?.messages.slice(0, from) ?? []), ...added] }
}

/** Returns how many entries at the beginning are equal. */
export function commonStart(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((entry, index) => entry !== b[index])
  return differs === -1 ? a.length : differs
}
