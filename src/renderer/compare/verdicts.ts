import type { Verdict } from '../../shared/verdict.ts'
import { texts } from '../text/texts.ts'

const words = texts.compare.verdict

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
