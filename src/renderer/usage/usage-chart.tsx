import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'

import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import { exactDollars, formatDollars, formatUsageCost } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'
import { chartScale, heightOf, measureOf, type UsageBar, type UsageMeasure } from './usage-bars.ts'
import styles from './usage-chart.module.css'

const words = texts.usage.chart

interface UsageChartProps {
  readonly bars: readonly UsageBar[]
  /** First day of the chosen bar; null: none is chosen. */
  readonly chosen: string | null
  onChoose(bar: UsageBar | null): void
}

/** Costs over time as bars, which are buttons. Tokens instead where no cost is known. */
export function UsageChart({ bars, chosen, onChoose }: UsageChartProps) {
  const measure = measureOf(bars)
  const scale = chartScale(Math.max(0, ...bars.map((bar) => heightOf(bar, measure))))
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>{words.measures[measure]}</figcaption>
      <div className={styles.plot}>
        <Axis ticks={scale.ticks} highest={scale.highest} measure={measure} />
        <div className={styles.bars}>
          <Drawing bars={bars} chosen={chosen} measure={measure} {...scale} />
          <ToggleGroup
            className={styles.buttons}
            aria-label={words.overTime[measure]}
            value={chosen === null ? [] : [chosen]}
            onValueChange={([from]: readonly string[]) => onChoose(bars.find((bar) => bar.from === from) ?? null)}
          >
            {bars.map((bar) => (
              <Toggle
                key={bar.from}
                value={bar.from}
                className={styles.button}
                aria-label={words.bar({ label: bar.label, value: barText(bar, measure) })}
                title={words.bar({ label: bar.label, value: barText(bar, measure) })}
              />
            ))}
          </ToggleGroup>
        </div>
      </div>
      <p className={styles.ends} aria-hidden>
        <span>{bars[0]?.label}</span>
        {bars.length > 1 ? <span>{bars.at(-1)?.label}</span> : null}
      </p>
    </figure>
  )
}

function barText(bar: UsageBar, measure: UsageMeasure): string {
  return measure === 'cost' ? formatUsageCost(bar) : words.outputTokens({ tokens: formatCount(bar.output) })
}

function tickText(tick: number, measure: UsageMeasure): string {
  if (measure === 'output') return formatShortCount(tick)
  return Number.isInteger(tick) ? exactDollars(tick, 0) : formatDollars(tick)
}

interface ScaleProps {
  readonly ticks: readonly number[]
  readonly highest: number
  readonly measure: UsageMeasure
}

function Axis({ ticks, measure }: ScaleProps) {
  return (
    <ol className={styles.axis} aria-hidden>
      {ticks.toReversed().map((tick) => (
        <li key={tick}>{tickText(tick, measure)}</li>
      ))}
    </ol>
  )
}

const HEIGHT = 100
/** Share of its column that a bar does not fill, on each side. */
const GAP = 0.15

/** Each bar is one unit wide; the picture is stretched to its place. */
function Drawing({ bars, chosen, ticks, highest, measure }: ScaleProps & Omit<UsageChartProps, 'onChoose'>) {
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      {ticks.map((tick) => {
        const y = HEIGHT - (tick / highest) * HEIGHT
        return <line key={tick} className={styles.line} x1={0} x2={bars.length} y1={y} y2={y} />
      })}
      {bars.map((bar, index) => {
        const height = (heightOf(bar, measure) / highest) * HEIGHT
        return (
          <rect
            key={bar.from}
            className={styles.bar}
            data-faded={(chosen !== null && chosen !== bar.from) || undefined}
            x={index + GAP}
            width={1 - 2 * GAP}
            y={HEIGHT - height}
            height={height}
          />
        )
      })}
    </svg>
  )
}
