/** An answer as a judge or a merging model sees it: with a letter instead of its author. */
export interface LetteredAnswer {
  readonly letter: string
  /** The prompt that it answers, if the answers have no prompt in common. */
  readonly prompt: string | null
  readonly text: string
}

export const MERGE_WAYS = ['best', 'correct', 'differences', 'own'] as const
type MergeWay = (typeof MERGE_WAYS)[number]

export const CRITERIA = ['Correct', 'Complete', 'Clear', 'Brief'] as const

/** What is asked about the answers. */
export type AnswersTask =
  | { readonly type: 'merge'; readonly way: MergeWay; readonly instruction: string }
  | { readonly type: 'judge'; readonly criteria: readonly string[] }

/**
 * Returns the prompt that shows several answers under letters, in the given order, and says what to do with them. Tags
 * separate the answers, because they contain Markdown of their own. No author and no model is named. `prompt`: what all
 * of them answer; null: there is no such prompt.
 */
export function answersPrompt(prompt: string | null, answers: readonly LetteredAnswer[], task: AnswersTask): string {
  const quoted = answers.map(
    ({ letter, prompt: own, text }) =>
      `<answer label="${letter}">\n${own === null ? '' : `<prompt>\n${own.trim()}\n</prompt>\n`}${text.trim()}\n</answer>`,
  )
  return [
    `Here are ${answers.length} answers${prompt === null ? '' : ' to one prompt'}, by authors whom you don’t know. Their order means nothing.`,
    ...(prompt === null ? [] : [`<prompt>\n${prompt.trim()}\n</prompt>`]),
    ...quoted,
    task.type === 'merge' ? mergeTask(task) : judgeTask(answers, task.criteria),
  ].join('\n\n')
}

/** Returns the items in random order. `random`: from 0 to below 1, as `Math.random`. */
export function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

const WAYS: Readonly<Record<Exclude<MergeWay, 'own'>, string>> = {
  best: 'Combine the best parts of these answers into one answer. Where they contradict each other, decide, and say in one sentence why. Write only the combined answer.',
  correct:
    'Choose the best of these answers and correct it with what the others have right. Write only the corrected answer.',
  differences:
    'List what these answers agree on, and where they differ. Name the answers by their letters, and say for each difference which one is right, if you can tell.',
}

function mergeTask({ way, instruction }: Extract<AnswersTask, { type: 'merge' }>): string {
  return way === 'own' ? instruction.trim() : WAYS[way]
}

function judgeTask(answers: readonly LetteredAnswer[], criteria: readonly string[]): string {
  const letters = answers.map(({ letter }) => letter).toSorted()
  const by = criteria.length === 0 ? '' : ` by these criteria: ${criteria.map((each) => each.toLowerCase()).join(', ')}`
  return [
    `Judge them${by}. What does each get right that the others don’t, and what is wrong or missing?`,
    `End with a line for each answer, “${letters[0] ?? 'A'}: ” and one sentence. ${rankingLine(letters)}`,
  ].join('\n')
}

/** Asks for the ranking in the form that is read (`readVerdict`). */
function rankingLine(letters: readonly string[]): string {
  return `In the last line write the ranking, the best first, like “${letters.join(' > ')}”; “=” stands between equal answers.`
}

/** An answer for the judge, labelled with a key instead of its author. */
interface BlindAnswer {
  readonly label: string
  readonly text: string
}

/**
 * Returns the prompt for the judge. It quotes whole answers and labels them with letters. Tags separate them from each
 * other and from the question, because answers contain Markdown of their own.
 */
export function judgePrompt(prompt: string, answers: readonly BlindAnswer[]): string {
  const labels = answers.map(({ label }) => label)
  const quoted = answers.map(({ label, text }) => `<answer label="${label}">\n${text.trim()}\n</answer>`)
  const several = labels.length > 1
  return [
    several
      ? `Here are ${labels.length} other answers to this prompt, by authors whom you don’t know.`
      : 'Here is another answer to this prompt, by an author whom you don’t know.',
    `<prompt>\n${prompt.trim()}\n</prompt>`,
    ...quoted,
    several
      ? `Judge them: what does each get right that the others don’t, and what is wrong or missing? Then rank ${listed(labels)} and your own answer, and say which one to continue with. ${rankingLine(labels)}`
      : `Judge it: what does ${labels[0] ?? 'it'} get right that your own answer doesn’t, and what is wrong or missing? Then say which of the two to continue with.`,
  ].join('\n\n')
}

function listed(labels: readonly string[]): string {
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1) ?? ''}`
}
