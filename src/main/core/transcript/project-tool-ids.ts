import { hashToBase62 } from './hash-to-base62.ts'
import { projectToolName } from './project-tool-name.ts'
import type { ToolCall } from './tool-call-registry.ts'
import { MAX_ID, type TranscriptTraits, type ToolIdStyle } from '../../../shared/transcript-traits.ts'

const MINTED_BY_US = /^call_[A-Za-z0-9]{24}$/
const HASH_LENGTH = 24
const NINE_LENGTH = 9
const NINE = /^[A-Za-z0-9]{9}$/
const ID_ALPHABET = /^[A-Za-z0-9_-]+$/

/** What of a call decides its id. */
export type CallIdentity = Pick<ToolCall, 'id' | 'occurrence' | 'name' | 'minted'>

/**
 * Step 5 (docs/behaviour/transcript.md#tool-ids): the id under which each call goes out, in the calls' order.
 * Deterministic; no two are equal; an id depends on its call and the calls before it alone, so a growing transcript
 * changes none.
 *
 * An id that the target itself minted passes through if it is valid and no earlier call has it. Ours are the canonical id,
 * where that is in our own form or in the target's (in a history written by hand it may be the target's own), or a hash
 * of it: by chance none equals one of theirs. Where one was made to, the later of the two gives way, because what was
 * sent before must not change.
 */
export function projectToolIds(calls: readonly CallIdentity[], traits: TranscriptTraits): readonly string[] {
  const style = traits.toolIds
  if (style.form === 'counted') return calls.map((call, index) => countedId(projectToolName(call.name, traits), index))
  const taken = new Set<string>()
  return calls.map((call) => {
    const id = passThrough(call, style, taken) ?? assign(call, style, taken)
    taken.add(id)
    return id
  })
}

function countedId(name: string, index: number): string {
  const end = `:${index}`
  const start = 'functions.'
  return start + name.slice(0, MAX_ID - start.length - end.length) + end
}

type FreeStyle = Exclude<ToolIdStyle, { form: 'counted' }>

function passThrough({ minted }: CallIdentity, style: FreeStyle, taken: ReadonlySet<string>): string | null {
  return minted !== null && isValid(minted, style) && !taken.has(minted) ? minted : null
}

function isValid(id: string, style: FreeStyle): boolean {
  return style.form === 'nine' ? NINE.test(id) : id.length <= style.maxLength && ID_ALPHABET.test(id)
}

function assign(call: CallIdentity, style: FreeStyle, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const id = candidate(call, style, attempt)
    if (!taken.has(id)) return id
  }
}

/** The further attempts settle the collisions, which happen by hand or once in a million transcripts. */
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
