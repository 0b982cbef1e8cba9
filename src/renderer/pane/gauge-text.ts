import { recordedUsage } from '../../shared/recorded-usage.ts'
import type { ContextSize, ModelRequestPrice } from '../../shared/request-price.ts'
import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import { estimateText } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'

const words = texts.contextGauge

/** How full a context window is. Each is drawn with its own shape. */
export type Fill = 'room' | 'high' | 'full'

const HIGH = 0.7
const FULL = 0.9

/** Returns how much of the window the context takes, from 0 to 1; null: the window is not known. */
export function shareOf({ tokens }: ContextSize, window: number | null): number | null {
  return window === null || window <= 0 ? null : Math.min(1, tokens / window)
}

export function fillOf(share: number | null): Fill {
  if (share === null || share < HIGH) return 'room'
  return share < FULL ? 'high' : 'full'
}

/** `91 %`; `≈ 91 %` for an estimate; the count if the window is not known. */
export function shortContext(context: ContextSize, window: number | null): string {
  const share = shareOf(context, window)
  return about(context) + (share === null ? formatShortCount(context.tokens) : `${percent(share)} %`)
}

/** `18,204 of 200,000 (9 %)`. */
export function exactContext(context: ContextSize, window: number | null): string {
  const share = shareOf(context, window)
  const tokens = `${about(context)}${formatCount(context.tokens)}`
  if (window === null || share === null) return words.tokens({ tokens })
  return words.tokensOf({ tokens, window: formatCount(window), percent: percent(share) })
}

/** `Context 18,204 of 200,000 tokens, 9 percent`, for screen readers. */
export function spokenContext(context: ContextSize, window: number | null): string {
  const share = shareOf(context, window)
  const count = formatCount(context.tokens)
  const tokens = context.isReported ? count : words.spoken.about({ tokens: count })
  if (window === null || share === null) return words.spoken.tokens({ tokens })
  const spoken = percent(share, words.spoken.underOne)
  return words.spoken.tokensOf({ tokens, window: formatCount(window), percent: spoken })
}

function about({ isReported }: ContextSize): string {
  return isReported ? '' : '≈ '
}

/** A whole number, and `underOne` for a small share, because `0` would mean empty. */
function percent(share: number, underOne = '< 1'): string {
  const rounded = Math.round(share * 100)
  return share > 0 && rounded === 0 ? underOne : String(rounded)
}

/** Returns the tokens of an answer's data in two lines; null: it has no reported usage. */
export function answerTokens(data: unknown): readonly [input: string, output: string] | null {
  const usage = recordedUsage(data)
  if (usage === null) return null
  const { inputTokens, cachedTokens, cacheWrites, thinkingTokens, outputTokens } = usage
  const written = cacheWrites === null ? null : Object.values(cacheWrites).reduce((sum, tokens) => sum + tokens, 0)
  const fresh = Math.max(0, inputTokens - cachedTokens - (written ?? 0))
  const output = Math.max(0, outputTokens - thinkingTokens)
  return [
    words.answer.input({ fresh: formatCount(fresh), cached: formatCount(cachedTokens) }),
    [
      ...(written === null ? [] : [words.answer.written({ tokens: formatCount(written) })]),
      words.answer.thinking({ tokens: formatCount(thinkingTokens) }),
      words.answer.output({ tokens: formatCount(output) }),
    ].join(' · '),
  ]
}

/** `≈ $0.01 · when cold ≈ $0.09`; one price if it does not depend on the cache. */
export function nextPromptText({ usdWarm, usdCold, missing }: ModelRequestPrice, isCold: boolean): string {
  const cold = estimateText([{ usd: usdCold, missing }])
  if (usdWarm === null || isCold) return cold
  const warm = estimateText([{ usd: usdWarm, missing }])
  return warm === cold ? warm : words.whenCold({ warm, cold })
}
