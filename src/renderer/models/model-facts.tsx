import { Eye, Lightbulb, Wrench, type LucideIcon } from 'lucide-react'

import type { ModelInfo } from '../../shared/model-info.ts'
import { type ModelPrice, priceOn } from '../../shared/model-price.ts'
import { FigureBar } from '../parts/figure-bar.tsx'
import { NO_PRICE_TITLE, pricePerMillion } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'
import styles from './picker-row.module.css'

const words = texts.models.picker

/**
 * What a model can do. Null: nothing says so.
 *
 * The catalogue contains only models that call tools, and has the modalities of each; a local model is in no catalogue.
 */
const ABILITIES: readonly {
  readonly label: string
  readonly sign: LucideIcon
  has(model: ModelInfo): boolean
}[] = [
  { label: words.abilities.images, sign: Eye, has: ({ modalities }) => modalities?.input.includes('image') === true },
  {
    label: words.abilities.tools,
    sign: Wrench,
    has: ({ modalities, learned = [] }) => modalities !== undefined && learned.every(({ part }) => part !== 'tools'),
  },
  { label: words.abilities.thinking, sign: Lightbulb, has: ({ thinking }) => thinking !== null },
]

/** A sign for each ability, each in a place of its own. */
export function AbilitySigns({ model }: { model: ModelInfo }) {
  return (
    <span className={styles.abilities}>
      {ABILITIES.map(({ label, sign: Sign, has }) =>
        has(model) ? (
          <span key={label} role="img" aria-label={label} title={label}>
            <Sign aria-hidden />
          </span>
        ) : (
          <span key={label} />
        ),
      )}
    </span>
  )
}

interface ModelPriceTextProps {
  readonly prices: readonly ModelPrice[]
  /** ISO date. */
  readonly today: string
  /** The highest price of tokens that a model of the list writes, in US dollars for a million; 0: none has a price. */
  readonly dearest: number
}

/** Returns the highest price of written tokens among these models on a day; 0: none has a price. */
export function dearestOutput(models: readonly ModelInfo[], today: string): number {
  return Math.max(0, ...models.map(({ prices }) => priceOn(prices, today)?.output ?? 0))
}

/** `$3 / $15`: US dollars for a million tokens in, and out. Requests of another size may have another price. */
export function ModelPriceText({ prices, today, dearest }: ModelPriceTextProps) {
  const price = priceOn(prices, today)
  if (price === null) {
    return (
      <span className={styles.price} title={NO_PRICE_TITLE}>
        –
      </span>
    )
  }
  if (price.isFree === true) return <span className={styles.price}>{texts.parts.money.free}</span>
  const [input, output] = [pricePerMillion(price.input), pricePerMillion(price.output)]
  const title = words.pricePerMillion({ input, output })
  return (
    <>
      <FigureBar className={styles.priceBar} share={price.output / dearest} isMarked={false} />
      <span className={styles.price} title={title}>
        <span aria-hidden>
          {input} / {output}
        </span>
        <span className="visually-hidden">{title}</span>
      </span>
    </>
  )
}
