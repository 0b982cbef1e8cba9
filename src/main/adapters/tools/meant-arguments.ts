import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'

/** Names by which models call arguments, from the tools of other programs. A name of an argument is never an alias. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  path: ['file_path', 'file', 'file_name', 'target_file', 'directory', 'dir', 'folder'],
  command: ['cmd', 'command_line', 'script', 'bash_command'],
  content: ['contents', 'text', 'file_text', 'file_content'],
  old_string: ['old_str', 'old_text'],
  new_string: ['new_str', 'new_text'],
  pattern: ['regex', 'query', 'search_pattern'],
  url: ['uri', 'link'],
  timeout_seconds: ['timeout_s', 'timeout_sec'],
  offset: ['start_line', 'line_offset'],
  limit: ['max_lines', 'line_count'],
}

export type MeantArguments =
  | {
      readonly ok: true
      readonly args: JsonObject
      /** Keys that are no arguments of the tool, as they were given. */
      readonly ignored: readonly string[]
    }
  | { readonly ok: false; readonly message: string }

/**
 * Returns the arguments that were meant: under the tool's own names, with numbers, booleans and texts in the type that the
 * schema asks for where a value has one certain meaning. `parameters`: the tool's JSON Schema.
 */
export function meantArguments(given: JsonObject, parameters: JsonObject): MeantArguments {
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {}
  const args: Record<string, JsonValue> = {}
  const ignored: string[] = []
  for (const [key, value] of Object.entries(given)) {
    // Some models send null for omitted arguments.
    if (value === null) continue
    const name = Object.hasOwn(properties, key) ? key : meantKey(key, Object.keys(properties))
    if (name === null) {
      ignored.push(key)
      continue
    }
    const meant = ofType(value, properties[name])
    const other = args[name]
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(meant)) {
      return { ok: false, message: `${key}: the same as ${name}, which is given too, with another value` }
    }
    args[name] = meant
  }
  return { ok: true, args, ignored }
}

function meantKey(key: string, names: readonly string[]): string | null {
  const same = names.filter((name) => plain(name) === plain(key))
  const found =
    same.length > 0 ? same : names.filter((name) => (ALIASES[name] ?? []).some((alias) => plain(alias) === plain(key)))
  return found.length === 1 ? (found[0] ?? null) : null
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}

function ofType(value: JsonValue, property: JsonValue | undefined): JsonValue {
  const type = isJsonObject(property) ? property['type'] : undefined
  if (typeof value === 'string') {
    const text = value.trim()
    if ((type === 'integer' || type === 'number') && NUMBER.test(text)) return Number(text)
    if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  }
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  return value
}

const NUMBER = /^-?\d{1,15}(\.\d+)?$/
