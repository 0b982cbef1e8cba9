import { UNKNOWN_COST } from '../../shared/money.ts'
import type { Estimates } from '../hooks/use-estimate.ts'
import { estimateText, NO_PRICE_TITLE } from '../parts/money-text.ts'
import styles from '../parts/prompt-box.module.css'

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
  const meaning = isNext ? 'Estimated cost of the next prompt to this model' : 'Estimated cost'
  return (
    <span className={styles.price} title={text === UNKNOWN_COST ? NO_PRICE_TITLE : meaning}>
      <span className="visually-hidden">{meaning}: </span>
      {text}
      {isNext ? ' per prompt' : ''}
      {agents === 1 ? '' : ` for ${agents} agents`}
    </span>
  )
}
