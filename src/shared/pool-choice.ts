import { POOL_KINDS, type PoolKind } from './standing.ts'

/** Why a model of a pool with the strategy `best` answered. Recorded with the answer, so keys are the stored ones. */
export interface PoolChoice {
  /**
   * `best`: it wins most. `explored`: another model is tried in a share of the turns. `next`: the better ones failed or
   * rest. `order`: too few decisions are known, so that the order of the pool counts.
   */
  readonly why: 'best' | 'explored' | 'next' | 'order'
  /** The kind of work that the models were compared at. Missing: none, because too few decisions are known. */
  readonly kind?: PoolKind
  /** Such as a folder, or `ts`. */
  readonly value?: string
  /** Of this model at the kind of work. Missing: fewer than five cases. */
  readonly cases?: number
  readonly won?: number
  /** The 95 % interval of its rate, from 0 to 1. */
  readonly low?: number
  readonly high?: number
}

/** The words of a reason, in one language. A type, so that it fits into a catalogue of texts. */
export type PoolChoiceWords = {
  readonly folder: string
  readonly fileType: (holes: { value: string }) => string
  /** By the values of the view `outcomes`. */
  readonly tools: Readonly<Record<string, string>>
  readonly length: Readonly<Record<string, string>>
  readonly all: string
  readonly won: (holes: { won: number; cases: number; work: string; low: number; high: number }) => string
  readonly fewCases: (holes: { work: string }) => string
  readonly explored: (holes: { figures: string }) => string
  readonly next: (holes: { figures: string }) => string
  readonly order: string
}

export const ENGLISH_POOL_CHOICE: PoolChoiceWords = {
  folder: 'in this folder',
  fileType: ({ value }) => `at ${value} files`,
  tools: {
    commands: 'with commands',
    edits: 'with edits of files',
    others: 'with other tools',
    none: 'without tools',
  },
  length: { short: 'at short prompts', medium: 'at medium prompts', long: 'at long prompts' },
  all: 'in all',
  won: ({ won, cases, work, low, high }) => `won ${won} of ${cases} ${work}, ${low}–${high} %`,
  fewCases: ({ work }) => `fewer than five cases ${work}`,
  explored: ({ figures }) => `tried for comparison; ${figures}`,
  next: ({ figures }) => `the better models failed or rest; ${figures}`,
  order: 'fewer than five cases for two models, so the order of the pool',
}

/** Returns the reason in a few words: `won 7 of 9 in this folder, 45–94 %`. Tolerates data that was written by hand. */
export function poolChoiceText(choice: PoolChoice, words = ENGLISH_POOL_CHOICE): string {
  const kind = POOL_KINDS.find((each) => each === choice.kind)
  if (kind === undefined) return words.order
  const figures = figuresText(choice, workText(kind, choice.value ?? '', words), words)
  if (choice.why === 'explored') return words.explored({ figures })
  return choice.why === 'next' ? words.next({ figures }) : figures
}

function figuresText({ cases, won, low, high }: PoolChoice, work: string, words: PoolChoiceWords): string {
  if (cases === undefined || won === undefined || low === undefined || high === undefined)
    return words.fewCases({ work })
  return words.won({ won, cases, work, low: Math.round(low * 100), high: Math.round(high * 100) })
}

function workText(kind: PoolKind, value: string, words: PoolChoiceWords): string {
  if (kind === 'file_type') return words.fileType({ value })
  if (kind === 'tools' || kind === 'length') return words[kind][value] ?? value
  return words[kind]
}
