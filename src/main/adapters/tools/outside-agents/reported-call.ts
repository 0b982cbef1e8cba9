import { isJsonObject, isValueTooDeep, type JsonObject } from '../../../../shared/json.ts'
import type { ToolFile } from '../../../core/ports/tool-ports.ts'
import { editPreview } from '../edit-preview.ts'
import type { AgentContent, CallContent, CallUpdate } from './agent-messages.ts'
import { defined } from '../../../../shared/defined.ts'

/** A call of an outside agent, as its program has reported it so far. */
export class ReportedCall {
  #state: CallUpdate
  /** What its own terminal has shown: some programs send it beside the call, piece by piece. */
  #terminal = ''

  constructor(first: CallUpdate) {
    this.#state = first
    this.#terminal = terminalText(metaOf(first), '')
  }

  /** Takes over what changed: fields that are given replace the earlier ones as a whole. */
  update(change: CallUpdate): void {
    const given = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined && value !== null),
    )
    const meta = metaOf(change)
    this.#state = { ...this.#state, ...given, _meta: { ...metaOf(this.#state), ...meta } }
    this.#terminal = terminalText(meta, this.#terminal)
  }

  get state(): CallUpdate {
    return this.#state
  }

  get kind(): string {
    return this.#state.kind ?? 'other'
  }

  get title(): string {
    return this.#state.title ?? this.name
  }

  /** Whether its program has begun or ended it. */
  get hasBegun(): boolean {
    return this.#state.status === 'in_progress' || this.hasEnded
  }

  get hasEnded(): boolean {
    return this.#state.status === 'completed' || this.#state.status === 'failed'
  }

  get hasFailed(): boolean {
    return this.#state.status === 'failed'
  }

  /** The name of the tool: the program's own if it gives one, else the kind of the call. */
  get name(): string {
    const { claudeCode } = metaOf(this.#state)
    const vendors = isJsonObject(claudeCode) ? claudeCode['toolName'] : undefined
    const name = this.#state.name ?? (typeof vendors === 'string' ? vendors : this.kind)
    return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'other'
  }

  /** The arguments; without any, the title and the files that it is about. */
  get input(): JsonObject {
    const { rawInput, locations } = this.#state
    const given = plain(rawInput)
    if (isJsonObject(given) && Object.keys(given).length > 0) return given
    const paths = (locations ?? []).map(({ path }) => path)
    return { title: this.title, ...defined({ paths: paths.length > 0 ? paths : undefined }) }
  }

  /** Everything that was reported, as it came. */
  get reported(): JsonObject {
    const whole = plain(this.#state)
    return isJsonObject(whole) ? whole : {}
  }

  /** The changes to files, as unified diffs. */
  get diffs(): readonly string[] {
    return (this.#state.content ?? []).flatMap((part) =>
      isDiff(part) ? [editPreview(part.path, part.oldText ?? null, part.newText)] : [],
    )
  }

  /** The paths that it is about, as reported. */
  get paths(): readonly string[] {
    const { locations, content } = this.#state
    const input = this.input
    const named = ['path', 'file_path', 'filePath', 'abs_path'].flatMap((key) => textOf(input[key]))
    const changed = (content ?? []).flatMap((part) => (isDiff(part) ? [part.path] : []))
    return [...new Set([...changed, ...(locations ?? []).map(({ path }) => path), ...named])]
  }

  /** What the model is told, as far as the program shows it. */
  text(): string {
    const { content, rawOutput } = this.#state
    const parts = (content ?? []).flatMap(partText)
    const exit = exitText(metaOf(this.#state))
    const shown = [...parts, ...textOf(this.#terminal), ...textOf(exit)]
    if (shown.length > 0) return shown.join('\n')
    const output = plain(rawOutput)
    if (typeof output === 'string') return output
    if (isJsonObject(output)) {
      const told = ['output', 'formatted_output', 'stdout', 'error'].flatMap((key) => textOf(output[key]))
      return told[0] ?? JSON.stringify(output)
    }
    return output === undefined || output === null ? '' : JSON.stringify(output)
  }

  /** The pictures of the result. */
  get files(): readonly ToolFile[] {
    const { content } = this.#state
    return (content ?? []).flatMap((part, index) => {
      const picture = contentOf(part)
      if (picture?.type !== 'image' || picture.data === undefined) return []
      const ending = picture.mimeType?.split('/')[1] ?? 'png'
      return [{ name: `picture-${index + 1}.${ending}`, bytes: Buffer.from(picture.data, 'base64') }]
    })
  }
}

function metaOf(state: CallUpdate): JsonObject {
  const meta = plain(state['_meta'])
  return isJsonObject(meta) ? meta : {}
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** A value of a message as plain JSON; undefined if it is nested too deep. */
export function plain(value: unknown): unknown {
  return value === undefined || isValueTooDeep(value) ? undefined : JSON.parse(JSON.stringify(value))
}

type Diff = Extract<CallContent, { newText: string }>

function isDiff(part: CallContent): part is Diff {
  return part.type === 'diff' && 'newText' in part && typeof part.newText === 'string'
}

function contentOf(part: CallContent): AgentContent | null {
  return part.type === 'content' && 'content' in part && isContent(part.content) ? part.content : null
}

function isContent(value: unknown): value is AgentContent {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** The output of a terminal after an update: the whole of it, or one more piece. */
function terminalText({ terminal_output: whole, terminal_output_delta: piece }: JsonObject, before: string): string {
  if (isJsonObject(whole) && typeof whole['data'] === 'string') return whole['data']
  return isJsonObject(piece) && typeof piece['data'] === 'string' ? before + piece['data'] : before
}

/** How a command in a terminal ended; empty: well, or it is not known. */
function exitText({ terminal_exit: exit }: JsonObject): string {
  const { exit_code: code, signal } = isJsonObject(exit) ? exit : {}
  if (typeof signal === 'string') return `[ended by ${signal}]`
  return typeof code === 'number' && code !== 0 ? `[exit code ${code}]` : ''
}

function partText(part: CallContent): readonly string[] {
  if (isDiff(part)) return [editPreview(part.path, part.oldText ?? null, part.newText)]
  const content = contentOf(part)
  return content === null ? [] : textOf(contentText(content))
}

/** The text of a block; an address for what has no text. */
export function contentText({ type, text, uri, resource, mimeType }: AgentContent): string {
  if (text !== undefined) return text
  if (resource !== undefined) return resource.text ?? `[${resource.uri ?? 'resource'}]`
  if (type === 'resource_link') return `[${uri ?? 'resource'}]`
  return type === 'image' ? '' : `[${type}${mimeType == null ? '' : ` ${mimeType}`}]`
}
