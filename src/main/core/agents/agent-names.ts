import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import type { ForkReason } from '../../../shared/fork-reason.ts'
import { plainName } from '../../../shared/model-info.ts'
import type { AgentChange } from '../ports/log-ports.ts'
import type { ModelDirectory } from '../ports/provider-ports.ts'

/** Longest name, in characters: the width of a row in the tree. */
const MAX_LENGTH = 48
/** A name is cut at the end of a word, unless that would remove more than this many characters. */
const MAX_CUT = 16

/**
 * Line ends, white space and invisible characters such as direction marks. The zero-width joiner, which combines emoji,
 * is kept.
 */
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/**
 * Returns the beginning of a prompt as a name: one line, whole words and whole characters. Empty if the prompt has no
 * visible text.
 */
export function nameFromPrompt(prompt: string): string {
  // A prompt may be ten megabytes long.
  const line = prompt
    .slice(0, 40 * MAX_LENGTH)
    .replace(UNSEEN, ' ')
    .trim()
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment)
  if (characters.length <= MAX_LENGTH) return line
  const cut = characters.slice(0, MAX_LENGTH).join('')
  const wordEnd = cut.lastIndexOf(' ')
  return `${wordEnd >= MAX_LENGTH - MAX_CUT ? cut.slice(0, wordEnd) : cut.trimEnd()}…`
}

/** A shorter prompt may be a part of a name by chance, in characters. */
const TELLING_LENGTH = 8

/**
 * Whether a name repeats the beginning of a prompt, also beside other words: whatever rule made it, or a user who added
 * to it, what is removed from the log must not stay there.
 */
export function repeatsPrompt(name: string, prompt: string): boolean {
  const beginning = nameFromPrompt(prompt).replace(/…$/, '')
  if (beginning === '') return false
  return beginning.length < TELLING_LENGTH ? name === beginning : name.includes(beginning)
}

/** Names an unnamed agent after the beginning of its first prompt. */
export function namedByPrompt({ id, name }: AgentRecord, prompt: string | null): readonly AgentChange[] {
  const found = name === '' && prompt !== null ? nameFromPrompt(prompt) : ''
  return found === '' ? [] : [{ id, name: found }]
}

/**
 * Names agents that answer the same prompt after their models, by the plain name that the window shows of a model, if the
 * catalogue has one. The second agent of a model gets a number. Empty for an agent without a model.
 */
export function namesByModel(choices: readonly (ModelChoice | null)[], catalog: ModelDirectory): readonly string[] {
  const counts = new Map<string, number>()
  return choices.map((choice) => {
    if (choice === null) return ''
    const model = catalog.find(choice.provider, choice.model)
    const name = model === null ? choice.model : plainName(model)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} · ${count}`
  })
}

/** Names of forks whose prompts are written by the program: they begin alike, and say nothing of the question. */
const NAMES_BY_REASON: ReadonlyMap<ForkReason, string> = new Map([
  ['judge', 'Judge'],
  ['merge', 'Merged'],
])

export interface NamedFork {
  readonly reason: ForkReason
  /** What the children answer first. Null: nothing yet. */
  readonly prompt: string | null
  readonly catalog: ModelDirectory
}

/**
 * Returns the names of the children of one fork, in the order of their models: those that answer the same prompt are
 * named after their models, others after why they were made, or after the prompt. Empty: the first prompt will name it.
 */
export function forkNames(
  choices: readonly (ModelChoice | null)[],
  { reason, prompt, catalog }: NamedFork,
): readonly string[] {
  const isCompared = reason === 'ask' || reason === 'race' || (choices.length > 1 && prompt !== null)
  if (isCompared) return namesByModel(choices, catalog)
  return choices.map(() => NAMES_BY_REASON.get(reason) ?? nameFromPrompt(prompt ?? ''))
}
