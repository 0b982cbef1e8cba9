import { hashToBase62 } from '../../../shared/hash-to-base62.ts'
import { projectToolName } from './project-tool-name.ts'
import type { ToolCall } from './tool-call-registry.ts'
import { MAX_ID, type TranscriptTraits, type ToolIdStyle } from '../../../shared/transcript-traits.ts'

const MINTED_BY_US = /^call_[A-Za-z0-9]{24}$/
const HASH_LENGTH = 24
const NINE_LENGTH = 9
const NINE = /^[A-Za-z0-9]{9}$/
const ID_ALPHABET = /^[A-Za-z0-9_-]+$/

/** The properties of a call that determine its id. */
export type CallIdentity = Pick<ToolCall, 'id' | 'occurrence' | 'name' | 'minted'>

/**
 * Step 6 (docs/behaviour/transcript.md#tool-ids): returns the id under which each call is sent, in the order of the
 * calls. Deterministic; all ids differ; an id depends only on its call and the calls before it, so a growing transcript
 * changes none.
 *
 * An id that the target's provider created is kept if it is valid and no earlier call has it. Other ids are the
 * canonical id, if it has ikigai's or the target's form (in a history written by hand it may be the provider's own), or
 * a hash of it. These do not collide with the provider's ids by chance. If a collision was constructed, the later call
 * gets another id, because earlier messages must not change.
 */
export function projectToolIds(
  calls: readonly CallIdentity[],
  traits: TranscriptTraits,
  before: CallsBefore = NONE_BEFORE,
): readonly string[] {
  const style = traits.toolIds
  if (style.form === 'counted')
    return calls.map((call, index) => countedId(projectToolName(call.name, traits), before.calls + index))
  const own = new Set<string>()
  const taken: TakenIds = { has: (id) => own.has(id) || before.sentIds.has(id) }
  return calls.map((call) => {
    const id = passThrough(call, style, taken) ?? assign(call, style, taken)
    own.add(id)
    return id
  })
}

/** The calls before these: how many, and the ids under which they are sent. */
interface CallsBefore {
  readonly calls: number
  readonly sentIds: ReadonlySet<string>
}

interface TakenIds {
  has(id: string): boolean
}

const NONE_BEFORE: CallsBefore = { calls: 0, sentIds: new Set() }

function countedId(name: string, index: number): string {
  const end = `:${index}`
  const start = 'functions.'
  return start + name.slice(0, MAX_ID - start.length - end.length) + end
}

type FreeStyle = Exclude<ToolIdStyle, { form: 'counted' }>

function passThrough({ minted }: CallIdentity, style: FreeStyle, taken: TakenIds): string | null {
  return minted !== null && isValid(minted, style) && !taken.has(minted) ? minted : null
}

function isValid(id: string, style: FreeStyle): boolean {
  return style.form === 'nine' ? NINE.test(id) : id.length <= style.maxLength && ID_ALPHABET.test(id)
}

function assign(call: CallIdentity, style: FreeStyle, taken: TakenIds): string {
  for (let attempt = 0; ; attempt += 1) {
    const id = candidate(call, style, attempt)
    if (!taken.has(id)) return id
  }
}

/** Later attempts resolve collisions, which occur only in constructed input or about once in a million transcripts. */
function candidate({ id, occurrence }: CallIdentity, style: FreeStyle, attempt: number): string {
  const isFirst = occurrence === 0 && attempt === 0
  if (isFirst && isInForm(id, style)) return id
  const key = isFirst ? id : `${id}\u0000${occurrence}\u0000${attempt}`
  if (style.form === 'nine') return hashToBase62(key, NINE_LENGTH)
  if (isFirst && MINTED_BY_US.test(id)) return style.prefix + id.slice('call_'.length)
  return style.prefix + hashToBase62(key, HASH_LENGTH)
}

function isInForm(id: string, style: FreeStyle): boolean {
  const hasForm = style.form === 'nine' || (id.startsWith(style.prefix) && id.length > style.prefix.length)
  return hasForm && isValid(id, style)
}
