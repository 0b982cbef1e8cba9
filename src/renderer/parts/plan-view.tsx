import { Circle, CircleCheck, CircleDot } from 'lucide-react'

import styles from './plan-view.module.css'
import { texts } from '../text/texts.ts'

const words = texts.parts.plan

interface PlanViewProps {
  readonly entries: readonly { readonly content: string; readonly state: 'done' | 'now' | 'open' }[]
}

const SIGNS = { done: CircleCheck, now: CircleDot, open: Circle } as const

/** A plan of an outside agent as a checklist. */
export function PlanView({ entries }: PlanViewProps) {
  const done = entries.filter(({ state }) => state === 'done').length
  return (
    <section className={styles.plan} aria-label={words.label}>
      <h4 className={styles.heading}>{words.heading({ done, entries: entries.length })}</h4>
      <ul className={styles.entries}>
        {entries.map(({ content, state }, index) => {
          const Sign = SIGNS[state]
          return (
            <li key={index} className={styles.entry} data-state={state}>
              <Sign className={styles.sign} aria-hidden />
              <span className="visually-hidden">{words.states[state]}: </span>
              <span dir="auto">{content}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
