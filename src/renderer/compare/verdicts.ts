import { texts } from '../text/texts.ts'

const words = texts.compare.verdict

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

/** A judge's verdict, and the model that gave it. */
export interface JudgedBy {
  readonly model: string
  readonly verdict: Verdict
}

/**
 * Returns the verdict line of an answer: its rank, who judged it and why; '' if nobody ranked it. Judges that disagree
 * are named as such; two runs of one model disagree because the order of the answers was another.
 */
export function verdictLine(letter: string, judges: readonly JudgedBy[]): string {
  const given = judges.flatMap(({ model, verdict }) => {
    const judgement = verdict.get(letter)
    return judgement === undefined ? [] : [{ model, ...judgement }]
  })
  const [first] = given
  if (first === undefined) return ''
  const ranks = [...new Set(given.map(({ rank }) => rank))].toSorted((a, b) => a - b)
  const models = [...new Set(given.map(({ model }) => model))]
  const reason = ranks.length === 1 && first.reason !== '' ? `: ${first.reason}` : ''
  return `${ranksText(ranks, models.length < given.length)} · ${models.join(', ')}${reason}`
}

/** `isSameJudge`: the ranks are of several runs of one model. */
function ranksText(ranks: readonly number[], isSameJudge: boolean): string {
  const either = ranks.map((rank) => words.rank({ rank })).reduce((before, last) => words.or({ ranks: before, last }))
  if (ranks.length === 1) return either
  return isSameJudge ? words.orderDependent({ ranks: either }) : words.judgesDiffer({ ranks: either })
}
