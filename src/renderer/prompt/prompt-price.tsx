import { UNKNOWN_COST } from '../../shared/money.ts'
import { costsMore } from '../actions/cost-question.ts'
import type { Estimates } from '../hooks/use-estimate.ts'
import { useConfig } from '../hooks/use-stores.ts'
import { estimateText, NO_PRICE_TITLE } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'
import styles from '../parts/prompt-box.module.css'

const words = texts.prompt.price

interface PromptPriceProps {
  /** Whether sending only changes what the next prompt costs. */
  readonly isNext?: boolean
  readonly estimates: Estimates
  /** Number of agents that the prompt is sent to. */
  readonly agents?: number
}

/** The estimated cost of what the prompt box would send. */
export function PromptPrice({ isNext = false, estimates, agents = 1 }: PromptPriceProps) {
  const text = estimateText(estimates)
  const meaning = isNext ? words.nextMeaning : words.meaning
  const spoken = `${meaning}: `
  const cost = isNext ? words.perPrompt({ cost: text }) : text
  return (
    <span className={styles.price} title={text === UNKNOWN_COST ? NO_PRICE_TITLE : meaning}>
      <span className="visually-hidden">{spoken}</span>
      {agents === 1 ? cost : words.forAgents({ cost, agents })}
    </span>
  )
}

/** Returns whether what is sent costs more than the user's limit, as far as is known. */
export function useIsCostly(estimates: Estimates | null): boolean {
  const limit = useConfig(({ config }) => config?.askAboveUsd ?? null)
  return limit !== null && costsMore(estimates ?? [], limit)
}
