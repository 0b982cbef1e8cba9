import { UNKNOWN_COST } from '../../shared/money.ts'
import type { PriceQuestion } from '../actions/price-actions.ts'
import type { Estimates } from '../hooks/use-estimate.ts'
import { estimateText, NO_PRICE_TITLE } from '../parts/money-text.ts'
import styles from '../parts/prompt-box.module.css'
import { isSent } from './prompt-question.ts'

interface PromptPriceProps {
  readonly question: PriceQuestion | null
  readonly estimates: Estimates
}

/** The estimated cost of what the prompt box would send. */
export function PromptPrice({ question, estimates }: PromptPriceProps) {
  const text = estimateText(estimates)
  const isNext = question !== null && !isSent(question)
  const meaning = isNext ? 'Estimated cost of the next prompt to this model' : 'Estimated cost'
  return (
    <span className={styles.price} title={text === UNKNOWN_COST ? NO_PRICE_TITLE : meaning}>
      <span className="visually-hidden">{meaning}: </span>
      {text}
      {isNext ? ' per prompt' : ''}
    </span>
  )
}
