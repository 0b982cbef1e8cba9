import type { Verdict } from '../../shared/verdict.ts'
import { texts } from '../text/texts.ts'

const words = texts.compare.verdict

/** A judge's verdict, and the model that gave it. */
export interface JudgedBy {
  readonly model: string
  readonly verdict: Verdict
}

/** What judges say about one answer. */
export interface ColumnVerdict {
  /** `1st`, or `1st or 2nd` where judges disagree. */
  readonly rank: string
  /** One sentence: the reason, or why there are several ranks; empty: none was given. */
  readonly reason: string
  /** Whether all judges rank it first. */
  readonly isFirst: boolean
  /** Each judge with its rank and reason, a line each. */
  readonly details: string
}

/**
 * Returns what the judges say about the answer with this letter; null if nobody ranked it. `nameOf`: the name of a judge's
 * model. Two runs of one model
 * disagree because the order of the answers was another.
 */
export function columnVerdict(
  letter: string,
  judges: readonly JudgedBy[],
  nameOf: (model: string) => string,
): ColumnVerdict | null {
  const given = judges.flatMap(({ model, verdict }) => {
    const judgement = verdict.get(letter)
    return judgement === undefined ? [] : [{ model, ...judgement }]
  })
  const [first] = given
  if (first === undefined) return null
  const ranks = [...new Set(given.map(({ rank }) => rank))].toSorted((a, b) => a - b)
  const models = new Set(given.map(({ model }) => model))
  const rank = ranks
    .map((each) => words.rank({ rank: each }))
    .reduce((before, last) => words.or({ ranks: before, last }))
  const differing = models.size < given.length ? words.orderDependent : words.judgesDiffer
  return {
    rank,
    reason: ranks.length === 1 ? first.reason : differing,
    isFirst: ranks.length === 1 && first.rank === 1,
    details: given.map(({ model, ...each }) => detailOf({ model: nameOf(model), ...each })).join('\n'),
  }
}

function detailOf({ model, rank, reason }: { model: string; rank: number; reason: string }): string {
  const ranked = `${model}: ${words.rank({ rank })}`
  return reason === '' ? ranked : `${ranked} · ${reason}`
}
