import { z } from 'zod'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { RequestPart } from '../../../shared/request-parts.ts'
import type { ThinkingLevel } from '../../../shared/thinking-level.ts'
import { saysTooLong } from './provider-error.ts'
import { rangeIn } from './refused-range.ts'
import { parseJson } from './wire-value.ts'

/** A field of a request's body by its keys, as in `['reasoning', 'effort']`. */
type Path = readonly string[]

const pathSchema = z.array(z.string()).readonly()
const correctionSchema = z.union([
  z.object({ path: pathSchema, accepted: z.array(z.string()).readonly() }),
  z.object({ path: pathSchema, min: z.number().nullable(), max: z.number().nullable() }),
  z.object({ path: pathSchema, name: z.string() }),
  z.object({ path: pathSchema, isOn: z.boolean() }),
  z.object({ path: pathSchema, without: z.literal(true) }),
])

/** What a server's refusal says about a field. */
export type Correction =
  /** The values that it accepts, lowest first; the nearest one is sent. */
  | { readonly path: Path; readonly accepted: readonly string[] }
  /** The lowest and the highest number that it accepts. */
  | { readonly path: Path; readonly min: number | null; readonly max: number | null }
  /** The name that it has instead. */
  | { readonly path: Path; readonly name: string }
  /** The only setting of a switch that it accepts. */
  | { readonly path: Path; readonly isOn: boolean }
  /** It does not accept the field. */
  | { readonly path: Path; readonly without: true }

interface Field {
  readonly path: Path
  /** `extra`: whatever is said of the field, it is left out. */
  readonly kind: 'effort' | 'number' | 'mode' | 'switch' | 'extra'
  /** What a refusal of the field says. */
  readonly names: RegExp
}

const EFFORT_NAMES = /reasoning|effort|thinking/i
const LIMIT_NAMES = /max(imum)?[_ ]?(output[_ ]?|completion[_ ]?|new[_ ]?)?tokens/i

/** The fields whose values servers refuse, in all APIs; the most specific ones first. */
const FIELDS: readonly Field[] = [
  { path: ['thinking', 'budget_tokens'], kind: 'number', names: /budget/i },
  { path: ['thinking_budget'], kind: 'number', names: /budget/i },
  { path: ['generationConfig', 'thinkingConfig', 'thinkingBudget'], kind: 'number', names: /budget|thinking mode/i },
  { path: ['max_tokens'], kind: 'number', names: LIMIT_NAMES },
  { path: ['max_completion_tokens'], kind: 'number', names: LIMIT_NAMES },
  { path: ['max_output_tokens'], kind: 'number', names: LIMIT_NAMES },
  { path: ['generationConfig', 'maxOutputTokens'], kind: 'number', names: LIMIT_NAMES },
  { path: ['output_config', 'effort'], kind: 'effort', names: /effort/i },
  { path: ['reasoning', 'summary'], kind: 'extra', names: /reasoning[._ ]summar/i },
  { path: ['reasoning', 'effort'], kind: 'effort', names: EFFORT_NAMES },
  { path: ['reasoning_effort'], kind: 'effort', names: EFFORT_NAMES },
  { path: ['generationConfig', 'thinkingConfig', 'thinkingLevel'], kind: 'effort', names: /thinking/i },
  { path: ['thinking', 'clear_thinking'], kind: 'switch', names: /clear_thinking/i },
  { path: ['thinking', 'type'], kind: 'mode', names: /thinking/i },
  { path: ['enable_thinking'], kind: 'switch', names: /thinking/i },
  { path: ['reasoning', 'enabled'], kind: 'switch', names: /reasoning|thinking/i },
  { path: ['chat_template_kwargs', 'enable_thinking'], kind: 'switch', names: /chat_template|thinking/i },
]

/** Fields of messages with similar names, and the summaries of reasoning. */
const OTHER_FIELDS = /reasoning_content|reasoning_details|thinking_blocks|summar|signature|messages?[.[]\d|input\[\d/i

/** Efforts of all APIs, lowest first. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
/** Values of `thinking.type`, the least thinking first. */
const MODES = ['disabled', 'between_tools', 'adaptive', 'enabled'] as const

const UNSUPPORTED =
  /unsupported|not (supported|permitted|allowed|available|accepted)|n[o']t support|unrecognized|unknown|unexpected|extra (inputs|fields)|invalid (parameter|argument|field)/i
const MANDATORY =
  /mandatory|can(no|')t be (disabled|turned off)|cannot disable|only works in thinking mode|must be enabled/i
/** `enable_thinking must be set to false for non-streaming calls`. */
const ONLY_SETTING =
  /(?:must be|should be|has to be|only supports?|only accepts?)(?: set)?(?: to)? [`'"]?(true|false)\b/i
const INSTEAD = /use [`'"]?(max_completion_tokens|max_output_tokens|max_tokens)[`'"]?(?: instead)?/i

/** Returns the name under which what was learned of a field is kept. */
function factOf(path: Path): string {
  return `value ${path.join('.')}`
}

/** Returns what was learned of a model, read with `find` by the names of facts. */
export function learnedCorrections(find: (name: string) => string | null): readonly Correction[] {
  return FIELDS.flatMap(({ path }) => {
    const stored = parseJson(find(factOf(path)) ?? '')
    const read = correctionSchema.safeParse(stored)
    return read.success ? [read.data] : []
  })
}

/** Returns a correction as a fact of `LearnedFacts`. */
export function correctionFact(correction: Correction): { readonly name: string; readonly value: string } {
  const path = FIELDS.map((row) => row.path).find((each) => isWithin(each, correction.path)) ?? correction.path
  return { name: factOf(path), value: JSON.stringify(correction) }
}

function isWithin(path: Path, part: Path): boolean {
  return part.every((key, index) => path[index] === key)
}

/** Returns what is said to the user about a correction. */
export function correctedPart(correction: Correction, level: ThinkingLevel): RequestPart {
  const [first = ''] = correction.path
  const isLimit = LIMIT_NAMES.test(correction.path.at(-1) ?? '')
  if (isLimit || first.startsWith('max_')) return 'output_limit'
  return level === 'none' ? 'thinking_off' : 'thinking_level'
}

/** Returns whether the model does not accept that thinking is disabled. */
export function keepsThinking(correction: Correction): boolean {
  if ('isOn' in correction) return correction.isOn && correction.path[0] !== 'thinking'
  if (!('accepted' in correction)) return false
  return !correction.accepted.some((value) => value === 'none' || value === 'disabled')
}

/** Returns the correction that leaves only the least thinking of those that it accepts. */
export function leastCorrection(correction: Correction): Correction {
  return keepsThinking(correction) && 'accepted' in correction
    ? { ...correction, accepted: correction.accepted.slice(0, 1) }
    : correction
}

/**
 * Returns what a server's words say about a value of the body that it refused; null: nothing that can be obeyed. A
 * request that is too long for the context is another matter.
 */
export function correctionFor(body: JsonObject, words: string): Correction | null {
  if (saysTooLong(words)) return null
  const fields = OTHER_FIELDS.test(words) ? FIELDS.filter(({ kind }) => kind === 'extra') : FIELDS
  // `reasoning_effort` is also about thinking, but a field that is named is the one that is refused.
  const isNamed = ({ path }: Field) => new RegExp(String.raw`(?<!\w)${path[0] ?? ''}(?!\w)`).test(words)
  for (const { path, kind, names } of fields.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))) {
    const value = valueAt(body, path)
    if (value === undefined || !names.test(words)) continue
    const correction = correctionOf({ path, kind, names }, value, words)
    if (correction !== null) return correction
  }
  return null
}

function correctionOf({ path, kind }: Field, value: JsonValue, words: string): Correction | null {
  if (kind === 'extra') return { path, without: true }
  if (kind === 'number') return ofNumber(path, value, words)
  return kind === 'switch' ? ofSwitch(path, value, words) : ofWord(path, kind, value, words)
}

function ofSwitch(path: Path, value: JsonValue, words: string): Correction | null {
  if (typeof value !== 'boolean') return null
  const [, only] = ONLY_SETTING.exec(words) ?? []
  if (only !== undefined && (only.toLowerCase() === 'true') !== value) return { path, isOn: !value }
  if (!value && MANDATORY.test(words)) return { path, isOn: true }
  return UNSUPPORTED.test(words) ? { path: path[0] === 'thinking' ? path : path.slice(0, 1), without: true } : null
}

function ofNumber(path: Path, value: JsonValue, words: string): Correction | null {
  const name = INSTEAD.exec(words)?.[1]
  if (name !== undefined && path.length === 1 && name !== path[0]) return { path, name }
  const { min, max } = rangeIn(words)
  if (typeof value === 'number' && ((min !== null && value < min) || (max !== null && value > max))) {
    return { path, min, max }
  }
  return min === null && max === null && (UNSUPPORTED.test(words) || MANDATORY.test(words))
    ? { path, without: true }
    : null
}

function ofWord(path: Path, kind: 'effort' | 'mode', value: JsonValue, words: string): Correction | null {
  if (typeof value !== 'string') return null
  const scale: readonly string[] = kind === 'effort' ? EFFORTS : MODES
  const now = value.toLowerCase()
  const listed = listedIn(words, scale).filter((each) => each !== now)
  if (listed.length > 0) return { path, accepted: listed }
  const refusesValue = new RegExp(`["'\`]${now}["'\`]|\\b${now}\\b`, 'i').test(words)
  // The others, from the least thinking on, that nearly all models take.
  const others = scale.filter(
    (each) => each !== now && each !== 'minimal' && each !== 'none' && each !== 'between_tools',
  )
  const isOff = now === 'none' || now === 'disabled'
  if (isOff && (MANDATORY.test(words) || (refusesValue && UNSUPPORTED.test(words)))) return { path, accepted: others }
  if (kind === 'mode') return UNSUPPORTED.test(words) ? { path: path.slice(0, 1), without: true } : null
  const isHigher = now === 'xhigh' || now === 'max'
  if (isHigher && refusesValue && UNSUPPORTED.test(words)) return { path, accepted: ['low', 'medium', 'high'] }
  return UNSUPPORTED.test(words) ? { path: wholeOf(path), without: true } : null
}

/** The settings of thinking are left out as a whole: an effort may be all that they hold. */
function wholeOf(path: Path): Path {
  return path[0] === 'generationConfig' ? path.slice(0, 2) : path.slice(0, 1)
}

const LIST_BEGINS =
  /\b(supported|valid|allowed|accepted|available|permitted|possible) (values?|options?|levels?|efforts?)|\b(must|should|has to) be\b|\bexpected\b|\bone of\b|\bsupports? only|\bonly (supports?|accepts?|takes?)|\buse\b/gi

/** Returns the values that the words list as accepted, lowest first. */
function listedIn(words: string, scale: readonly string[]): readonly string[] {
  for (const begin of words.matchAll(LIST_BEGINS)) {
    const [list = ''] = words.slice(begin.index + begin[0].length).split(/[.;\n](?=\s|$)/)
    const found = scale.filter((value) => new RegExp(`(?<![\\w-])${value}(?![\\w-])`, 'i').test(list))
    if (found.length > 0) return found
  }
  return []
}

/** Returns the body as its server accepts it. */
export function correctedBody(body: JsonObject, corrections: readonly Correction[]): JsonObject {
  return corrections.reduce(correctedBy, body)
}

function correctedBy(body: JsonObject, correction: Correction): JsonObject {
  const value = valueAt(body, correction.path)
  if (value === undefined) return body
  if ('isOn' in correction) return replaced(body, correction.path, correction.isOn)
  if ('without' in correction) return withoutField(body, correction.path)
  if ('name' in correction) {
    const without = replaced(body, correction.path, undefined)
    return { ...without, [correction.name]: value }
  }
  if ('accepted' in correction) {
    if (typeof value !== 'string') return body
    const nearest = nearestOf(value, correction.accepted)
    const changed = replaced(body, correction.path, nearest)
    // Thinking that is shown in the stream; a mode of its own takes no other fields.
    return correction.path.join('.') === 'thinking.type' && nearest !== value
      ? { ...changed, thinking: nearest === 'adaptive' ? { type: nearest, display: 'summarized' } : { type: nearest } }
      : changed
  }
  if (typeof value !== 'number') return body
  const least = Math.max(value, correction.min ?? value)
  return replaced(body, correction.path, Math.min(least, correction.max ?? least))
}

/** A server that cannot switch thinking knows no budget for it. */
function withoutField(body: JsonObject, path: Path): JsonObject {
  const without = replaced(body, path, undefined)
  return path[0] === 'enable_thinking' ? replaced(without, ['thinking_budget'], undefined) : without
}

/** Returns the accepted value that is nearest to the wanted one, the next higher one before the next lower one. */
function nearestOf(wanted: string, accepted: readonly string[]): string {
  const scale: readonly string[] = accepted.some((value) => EFFORTS.some((each) => each === value)) ? EFFORTS : MODES
  const written = wanted === wanted.toUpperCase() ? (text: string) => text.toUpperCase() : (text: string) => text
  const now = scale.indexOf(wanted.toLowerCase())
  const known = accepted.filter((value) => scale.includes(value))
  const next = known.find((value) => scale.indexOf(value) >= now) ?? known.at(-1)
  return next === undefined ? wanted : written(next)
}

function valueAt(body: JsonObject, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), body)
}

/** Returns the body with another value at the path; undefined: without it. */
function replaced(body: JsonObject, [key = '', ...rest]: Path, value: JsonValue | undefined): JsonObject {
  const { [key]: inner, ...others } = body
  if (rest.length > 0) return isJsonObject(inner) ? { ...body, [key]: replaced(inner, rest, value) } : body
  return value === undefined ? others : { ...body, [key]: value }
}
