import type { JsonObject } from '../../../shared/json.ts'
import type { ModelRequest } from '../../core/ports/provider-ports.ts'
import { readFailure } from './sdk-failure.ts'
import { field, numberField, textField } from './wire-value.ts'

/** Returns the output limit to send in place of `limit`: not more than the window has room for. Null: none is sent. */
export function withinRoom(limit: number | null, room: ModelRequest['outputRoom']): number | null {
  if (room === undefined) return limit
  if (limit === null) return room.isNamed === true ? room.tokens : null
  return Math.min(limit, room.tokens)
}

/** Below this many tokens there is no room for an answer: the context itself is too long. */
const LEAST_ROOM = 256

/** What a refusal names; counts of tokens. */
interface NamedCounts {
  window?: number
  /** The request without the limit of its output. */
  input?: number
  output?: number
  /** The request with the limit of its output. */
  total?: number
}

/**
 * The words with which APIs say that input and output limit exceed the window, by the first of them: Anthropic,
 * Moonshot, vLLM (three versions), OpenAI with DeepSeek and OpenRouter, Text Generation Inference, SGLang, Mistral.
 * Limits of a model, whatever the request contains, are read by refused-values.ts.
 */
const WORDINGS: readonly RegExp[] = [
  /exceed context limit: (?<input>N) \+ (?<output>N) > (?<window>N)/,
  /token limit:? (?<window>N) \(requested:? (?<total>N)\)/,
  /\((?<output>N) > (?<window>N) - (?<input>N)\)/,
  /maximum context length is (?<window>N) tokens[^]*requested (?<output>N) output tokens and your prompt contains (?:at least )?(?<input>N)/,
  /maximum context length is (?<window>N) tokens[^]*requested (?:about )?(?<total>N) tokens \([^)]*?(?<output>N) in the (?:completion|output)\)/,
  /maximum context length is (?<window>N) tokens[^]*requested (?:about )?(?<total>N) tokens/,
  /must be <= (?<window>N)\. Given: (?<input>N) `inputs` tokens/,
  /context length of (?<window>N) tokens[^]*?(?<input>N) tokens from the input/,
  /prompt contains (?<input>N) tokens[^]*?too large for model with (?<window>N) maximum context/,
].map((wording) => new RegExp(wording.source.replaceAll('N', String.raw`\d[\d,_]*`), 'i'))

/** What wordings that no row has mostly say about each count. */
const COUNTS: readonly (readonly [keyof NamedCounts, RegExp])[] = [
  ['window', /context (?:length|window|limit|size)\D{0,24}?(\d[\d,_]*)/i],
  ['window', /(\d[\d,_]*)(?:[ -]tokens?)? (?:maximum |max )?context/i],
  ['input', /(?:prompt|input|messages?)\D{0,24}?(\d[\d,_]*) tokens?/i],
  ['input', /(\d[\d,_]*)(?: tokens?)? (?:in|from|of|for) (?:the |your )?(?:messages?|input|prompt)/i],
  ['input', /(\d[\d,_]*) (?:prompt|input)(?: tokens?)?/i],
  ['input', /(?:prompt|input|messages?)[ :=(]{1,3}(\d[\d,_]*)/i],
  ['total', /(?:requested|total(?: of)?)\D{0,24}?(\d[\d,_]*)/i],
]

const CONCERNS_OUTPUT = /max_?(?:completion_|output_|new_)?tokens|completion|output|requested/i

/**
 * Returns how many tokens of output the refusal of a request leaves room for. Null: it names none, or too few for an
 * answer. `sent`: the limit that the request had; null: none.
 */
export function namedRoom(message: string, sent: number | null): number | null {
  const counts = namedCounts(message)
  if (counts === null) return null
  const room = roomOf(counts, sent)
  if (room === null || room < LEAST_ROOM || (sent !== null && room >= sent)) return null
  return room
}

function roomOf({ window, input, output, total }: NamedCounts, sent: number | null): number | null {
  if (window === undefined) return null
  if (input !== undefined) return window - input
  const limit = output ?? sent
  return total === undefined || limit === null ? null : window - (total - limit)
}

function namedCounts(message: string): NamedCounts | null {
  for (const wording of WORDINGS) {
    const { groups } = wording.exec(message) ?? {}
    if (groups !== undefined) return numbersIn(groups)
  }
  if (!CONCERNS_OUTPUT.test(message)) return null
  const counts: NamedCounts = {}
  for (const [name, pattern] of COUNTS) {
    const found = pattern.exec(message)?.[1]
    if (found !== undefined) counts[name] ??= numberOf(found)
  }
  return counts
}

function numbersIn(groups: Readonly<Record<string, string | undefined>>): NamedCounts {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, text]) => (text === undefined ? [] : [[name, numberOf(text)] as const])),
  )
}

function numberOf(text: string): number {
  return Number(text.replaceAll(/[,_]/g, ''))
}

/** The output limit in a request's body, whatever its API calls it; null: none. */
function limitIn(body: JsonObject): number | null {
  const named = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].map((name) => numberField(body, name))
  const found = [...named, numberField(field(body, 'generationConfig'), 'maxOutputTokens')]
  return found.find((limit) => limit !== undefined) ?? null
}

/**
 * Remembers the room that a server has named in refusing a request.
 */
export class RoomRefusals {
  readonly #rooms = new WeakMap<ModelRequest, number>()

  /** Returns the request in the form that this server accepts. */
  adapted(request: ModelRequest): ModelRequest {
    const tokens = this.#rooms.get(request)
    return tokens === undefined ? request : { ...request, outputRoom: { tokens, isNamed: true } }
  }

  /** Returns whether `cause` names the room for an output, so that the adapted request should be tried. Once. */
  note(request: ModelRequest, cause: unknown, body: JsonObject): boolean {
    if (this.#rooms.has(request) || request.isBrief === true) return false
    const { status, body: refusal, message } = readFailure(cause)
    if (status !== 400 && status !== 413 && status !== 422) return false
    const text = textField(refusal, 'message') ?? textField(field(refusal, 'error'), 'message') ?? message
    const room = namedRoom(text, limitIn(body))
    if (room !== null) this.#rooms.set(request, room)
    return room !== null
  }
}
