import { rankingLine } from './answers-prompt.ts'

/** An answer for the judge, labelled with a key instead of its author. */
export interface BlindAnswer {
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
