import type { ThinkingLevel } from './thinking-level.ts'

/** Texts of docs/behaviour/thinking.md#feedback that several providers share. */

export const CANNOT_DISABLE_THINKING = '⚠ This model does not support disabling thinking'
export const THINKING_NOT_SUPPORTED = '⚠ Thinking not supported by this model (ignored)'
export const THINKING_DISABLED = 'disabled'

export const LEVEL_LABELS: Readonly<Record<ThinkingLevel, string>> = {
  none: 'none',
  low: 'low',
  med: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
}

/** Says which effort is used instead of a level that the model does not have. */
export function nearestText(level: ThinkingLevel): string {
  return `, the nearest to ${LEVEL_LABELS[level]} that this model takes`
}

/** Formats `43008` as `43,008`. */
export function withThousands(count: number): string {
  return count.toLocaleString('en-US')
}

/** Returns `43,008 tokens`. */
export function tokenText(tokens: number): string {
  return `${withThousands(tokens)} tokens`
}

/** Returns the tokens that `tokenText` shows; null: it is another text. */
export function tokensInText(text: string): number | null {
  const tokens = Number(text.replace(/ tokens$/, '').replaceAll(',', ''))
  return tokenText(tokens) === text ? tokens : null
}
