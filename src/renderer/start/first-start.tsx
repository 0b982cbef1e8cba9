import { MonitorPlay } from 'lucide-react'

import { useApp } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import styles from './first-start.module.css'
import { KeyCard } from './key-card.tsx'
import { LocalCard } from './local-card.tsx'

/** Shown while there is no agent and no usable provider: three ways to start. */
export function FirstStart() {
  const { demo } = useApp()
  return (
    <section className={styles.page} aria-labelledby="first-start">
      <div className={styles.column}>
        <h2 id="first-start" className={styles.title}>
          Ask several models at once.
        </h2>
        <p className={styles.lead}>
          ikigai keeps a tree of conversations, each with a model of its own. There are three ways to start.
        </p>
        <ul className={styles.ways}>
          <KeyCard />
          <LocalCard />
          <li className={styles.way}>
            <MonitorPlay className={styles.icon} aria-hidden />
            <h3>Try the demo</h3>
            <p>Scripted conversations in a database of their own. Needs no key and no network.</p>
            <Button disabled={demo === null} onClick={() => demo?.show(true)}>
              Start the demo
            </Button>
          </li>
        </ul>
      </div>
    </section>
  )
}
