import { parseExactObject } from '../../../../../shared/exact-json.ts'
import type { JsonObject, JsonValue } from '../../../../../shared/json.ts'
import { callBlock, choiceOf, levelOf, answerModel, openAiUsage, textBlock, thinkingBlock } from '../answer-parts.ts'
import type { AnswerFacts, ForeignBlock, ForeignSession } from '../foreign-tree.ts'
import { readParts } from '../read-parts.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import type { SourceLine } from '../../../ports/foreign-ports.ts'
import { count, object, objects, shown, text, timeOf } from '../values.ts'
import { defined } from '../../../../../shared/defined.ts'

const TYPES: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'token_usage_record',
  'compacted',
  'world_state',
])
/** Lines of 2025 are bare items. */
const BARE: ReadonlySet<string> = new Set(['message', 'reasoning', 'function_call', 'function_call_output'])

export function isCodexLine(json: JsonObject): boolean {
  const type = text(json['type'])
  if (type === null) return 'instructions' in json && 'timestamp' in json && 'id' in json
  if (TYPES.has(type)) return Object.keys(object(json['payload'])).length > 0
  return BARE.has(type) && ('call_id' in json || 'summary' in json || objects(json['content']).some(isItemPart))
}

function isItemPart({ type }: JsonObject): boolean {
  return type === 'input_text' || type === 'output_text'
}

export function readCodex(lines: readonly SourceLine[]): readonly ForeignSession[] {
  const head = lines.map(({ json }) => headOf(json)).find((found) => found !== null) ?? {}
  const draft = new SessionDraft('codex', text(head['id']) ?? text(head['session_id']) ?? UNNAMED)
  const forkedFrom = text(head['forked_from_id'])
  if (forkedFrom !== null) draft.copiedFrom.add(forkedFrom)
  const { thread_spawn: spawn } = object(object(head['source'])['subagent'])
  draft.facts.parentId = text(object(spawn)['parent_thread_id']) ?? undefined
  draft.facts.folder = text(head['cwd']) ?? undefined
  const reader = new CodexReader(draft)
  for (const line of lines) reader.read(line)
  reader.end()
  return [draft.finish()]
}

function headOf(json: JsonObject | null): JsonObject | null {
  if (json === null) return null
  if (json['type'] === 'session_meta') return object(json['payload'])
  return json['type'] === undefined && 'instructions' in json ? json : null
}

interface OpenAnswer {
  readonly node: number
  readonly key: string
  readonly records: number[]
  readonly blocks: ForeignBlock[]
  at: string | null
  facts: AnswerFacts
}

class CodexReader {
  readonly #draft: SessionDraft
  #node: number | null = null
  /** Keys of the typed prompts that are in the context. */
  #prompts: string[] = []
  #model: AnswerFacts = {}
  #answer: OpenAnswer | null = null
  /** The answer before, whose usage may follow. */
  #settled: OpenAnswer | null = null

  constructor(draft: SessionDraft) {
    this.#draft = draft
  }

  read(line: SourceLine): void {
    const record = this.#draft.record(line)
    const { json } = line
    if (json === null) return this.#draft.keep(record, 'no JSON object')
    const { type } = json
    const payload = object(json['payload'])
    const at = timeOf(json['timestamp'], payload['timestamp'])
    if (type === 'response_item') return this.#item(record, at, payload)
    if (typeof type === 'string' && BARE.has(type)) return this.#item(record, at, json)
    if (type === 'compacted') return this.#compacted(record, at, payload)
    if (type === 'event_msg' && payload['type'] === 'thread_rolled_back') return this.#rollBack(record, at, payload)
    this.#facts(type, payload)
    const detail = type === 'event_msg' ? ` ${shown(payload['type'])}` : ''
    this.#draft.keep(record, `not part of the conversation: ${shown(type)}${detail}`)
  }

  #facts(type: JsonValue | undefined, payload: JsonObject): void {
    if (type === 'turn_context') this.#turnContext(payload)
    if (type === 'token_usage_record') this.#usage(openAiUsage(payload['usage']), text(payload['response_id']))
    if (payload['type'] === 'token_count') this.#usage(openAiUsage(object(payload['info'])['last_token_usage']), null)
    if (type === 'event_msg' && payload['type'] === 'user_message') this.#endAnswer()
  }

  #turnContext({ model, effort }: JsonObject): void {
    this.#model = answerModel(model)
    const name = text(model)
    const choice = name === null ? null : choiceOf(name, levelOf(effort))
    if (choice !== null) this.#draft.facts.choice = choice
  }

  /** The figures belong to the answer before them. They are repeated: the first count. */
  #usage({ usage }: AnswerFacts, responseId: string | null): void {
    this.#endAnswer()
    const answer = this.#settled
    if (answer === null || answer.facts.usage !== undefined) return
    answer.facts = { ...answer.facts, ...defined({ usage, response_id: responseId ?? undefined }) }
  }

  #item(record: number, at: string | null, item: JsonObject): void {
    const { type } = item
    if (type === 'message') return this.#message(record, at, item)
    if (type === 'reasoning') return this.#add(record, at, item, this.#thinking(item))
    const id = text(item['call_id']) ?? text(item['id']) ?? `import:${record}`
    if (type === 'function_call')
      return this.#add(record, at, item, callBlock(id, text(item['name']), item['arguments']))
    if (type === 'custom_tool_call') {
      const input = { input: item['input'] ?? '' }
      return this.#add(record, at, item, callBlock(id, text(item['name']), input))
    }
    if (type === 'local_shell_call') return this.#add(record, at, item, callBlock(id, 'local_shell', item['action']))
    const isResult = typeof type === 'string' && type.endsWith('_output')
    if (isResult) return this.#result(record, at, item, id)
    this.#draft.keep(record, `an item of the type ${shown(type)}`)
  }

  #thinking(item: JsonObject) {
    const parts = [...objects(item['summary']), ...objects(item['content'])]
    const words = parts.flatMap((part) => text(part['text']) ?? []).join('\n\n')
    const sealed = text(item['encrypted_content'])
    const id = text(item['id'])
    return thinkingBlock(
      'codex',
      words,
      this.#model,
      defined({ id: id ?? undefined, encrypted_content: sealed ?? undefined }),
    )
  }

  #message(record: number, at: string | null, item: JsonObject): void {
    const role = item['role']
    const { text: words, files, others } = readParts(item['content'])
    for (const other of others) this.#draft.keep(record, other)
    if (role === 'assistant') {
      if (words === '') return this.#draft.keep(record, 'an empty message')
      return this.#add(record, at, item, textBlock(words))
    }
    const isShell = role === 'user' && SHELL.test(words)
    if (role !== 'user' || (!isShell && isInjected(item, words))) {
      return this.#draft.keep(record, `written by the program: ${shown(role)} message`)
    }
    this.end()
    if (words.trim() === '' && files.length === 0) return this.#draft.keep(record, 'an empty message')
    const key = text(item['id']) ?? `import:${record}`
    const injected = isShell && { injected: true as const }
    this.#draft.event(this.#next(), { kind: 'user', key, records: [record], at, text: words, files, ...injected })
    if (!isShell) this.#prompts.push(key)
  }

  #add(record: number, at: string | null, item: JsonObject, block: ForeignBlock['block']): void {
    this.#answer ??= { ...this.#opened(text(item['id']) ?? `import:${record}`), at, facts: this.#model }
    this.#answer.records.push(record)
    this.#answer.blocks.push({ part: text(item['id']) ?? text(item['call_id']) ?? `import:${record}`, block })
    this.#answer.at = at ?? this.#answer.at
  }

  #opened(id: string): Omit<OpenAnswer, 'at' | 'facts'> {
    return { node: this.#next(), key: `answer ${id}`, records: [], blocks: [] }
  }

  #result(record: number, at: string | null, item: JsonObject, callId: string): void {
    this.#endAnswer()
    const { words, isError } = outputOf(item['output'])
    const { text: shownText, files, others } = readParts(words)
    for (const other of others) this.#draft.keep(record, other)
    const key = `result ${callId}`
    const result = { kind: 'tool_result', records: [record], at, callId, text: shownText, files, isError } as const
    this.#draft.event(this.#next(), { ...result, key: this.#draft.has(key) ? `${key} ${record}` : key })
  }

  #compacted(record: number, at: string | null, payload: JsonObject): void {
    this.#endAnswer()
    const kept = objects(payload['replacement_history']).map((item) => readParts(item['content']).text)
    const words = text(payload['message']) ?? kept.filter((one) => one !== '').join('\n\n')
    if (words === '') return this.#draft.keep(record, 'a summary without text')
    this.#draft.event(this.#next(), { kind: 'summary', key: `import:${record}`, records: [record], at, text: words })
  }

  #rollBack(record: number, at: string | null, payload: JsonObject): void {
    this.#endAnswer()
    const turns = count(payload['num_turns']) ?? 0
    const before = turns === 0 ? undefined : this.#prompts.at(-turns)
    if (before === undefined) return this.#draft.keep(record, 'goes back to a prompt that is not there')
    this.#prompts = this.#prompts.slice(0, -turns)
    this.#draft.event(this.#next(), { kind: 'rewind', key: `import:${record}`, records: [record], at, before })
  }

  #next(): number {
    this.#node = this.#draft.node(this.#node)
    return this.#node
  }

  /** No more blocks follow; the usage may. */
  #endAnswer(): void {
    if (this.#answer === null) return
    this.#settle()
    this.#settled = this.#answer
    this.#answer = null
  }

  #settle(): void {
    if (this.#settled === null) return
    const { node, ...answer } = this.#settled
    this.#settled = null
    this.#draft.event(node, { ...answer, kind: 'assistant', files: [] })
  }

  end(): void {
    this.#endAnswer()
    this.#settle()
  }
}

/** A command that the user ran with `!`, and what it printed: the model sees it, and it is no prompt. */
const SHELL = /^\s*<user_shell_command>/i

const INJECTED =
  /^\s*(<(environment_context|user_instructions|permissions|turn_aborted|skills|collaboration_mode|subagent)|# AGENTS\.md instructions)/i

/** Whether the program wrote a message that has the role of the user. */
function isInjected(item: JsonObject, words: string): boolean {
  const passed = object(item['internal_chat_message_metadata_passthrough'] ?? item['metadata'])
  const sources = objects(passed['content_item_metadata'] ?? item['content_item_metadata'])
  const types = sources.flatMap(({ provenance }) => text(object(provenance)['type']) ?? [])
  if (types.length > 0) return !types.includes('user')
  return INJECTED.test(words)
}

/** The output of a call: a text, the JSON text of an object with `output`, or a list of parts. */
function outputOf(output: JsonValue | undefined): { readonly words: JsonValue | undefined; readonly isError: boolean } {
  const wrapped = typeof output === 'string' ? parseExactObject(output) : object(output)
  const exit = object(wrapped?.['metadata'])['exit_code']
  const isError = (typeof exit === 'number' && exit !== 0) || wrapped?.['success'] === false
  const inner = wrapped?.['output'] ?? wrapped?.['content']
  return { words: Array.isArray(output) || inner === undefined ? output : inner, isError }
}
