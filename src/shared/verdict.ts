import type { AnswerSource } from './answer-source.ts'

/** An answer that a judge ranked, as it is stored. */
export interface RankedAnswer extends AnswerSource {
  /** From 1. Equal answers have the same rank. */
  readonly rank: number
}

/** `data` of a `verdict` event: what a judge's newest answer says about the answers that it was shown. */
export interface VerdictData {
  /** Two or more. */
  readonly answers: readonly RankedAnswer[]
}

/** What one judge wrote about one answer. */
interface Judgement {
  /** From 1. Equal answers have the same rank. */
  readonly rank: number
  /** One sentence; empty: none. */
  readonly reason: string
}

/** By the letter of the answer. */
export type Verdict = ReadonlyMap<string, Judgement>

const RANKING = /\b[A-H](?:\s*[>=]\s*[A-H])+\b/g
const REASON = /^[\s*_-]*([A-H])[*_]*:\s*(.+)$/gm

/** Reads the ranking at the end of a judge's answer (`B > A = C`) and a line on each answer (`B: …`); null: none. */
export function readVerdict(text: string): Verdict | null {
  const ranking = text.replaceAll(/[*_`]/g, '').match(RANKING)?.at(-1)
  if (ranking === undefined) return null
  const reasons = new Map([...text.matchAll(REASON)].map(([, letter = '', reason = '']) => [letter, reason.trim()]))
  const verdict = new Map<string, Judgement>()
  let rank = 0
  for (const [place, [sign = '', letter = '']] of [
    ...`>${ranking.replaceAll(/\s/g, '')}`.matchAll(/[>=]([A-H])/g),
  ].entries()) {
    if (!sign.startsWith('=')) rank = place + 1
    if (!verdict.has(letter)) verdict.set(letter, { rank, reason: reasons.get(letter) ?? '' })
  }
  return verdict
}

/** Returns the ranks of the answers that the judge was shown under letters; null: it ranked fewer than two of them. */
export function rankedAnswers(text: string, shown: readonly AnswerSource[]): readonly RankedAnswer[] | null {
  const verdict = readVerdict(text)
  const answers = shown.flatMap((answer) => {
    const judgement = verdict?.get(answer.letter ?? '')
    return judgement === undefined ? [] : [{ ...answer, rank: judgement.rank }]
  })
  return answers.length < 2 ? null : answers
}

/** Returns the ranking in one line, by models where they are known: `gpt-5 > claude-opus-4-5`. */
export function rankingText(answers: readonly RankedAnswer[]): string {
  const sorted = answers.toSorted((a, b) => a.rank - b.rank)
  return sorted
    .map(({ model, letter, rank }, index) => {
      const sign = index === 0 ? '' : rank === sorted[index - 1]?.rank ? ' = ' : ' > '
      return `${sign}${model ?? letter ?? ''}`
    })
    .join('')
}
