import { MonitorPlay } from 'lucide-react'

import { useApp } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './first-start.module.css'
import { TourOffer } from '../help/tour-bar.tsx'
import { BringSessions } from './bring-sessions.tsx'
import { KeyCard } from './key-card.tsx'
import { LocalCard } from './local-card.tsx'
import { MachineList } from './machine-list.tsx'

/** Shown while there is no agent and no usable provider: three ways to start. */
export function FirstStart() {
  const { demo } = useApp()
  return (
    <section className={styles.page} aria-labelledby="first-start">
      <div className={styles.column}>
        <h2 id="first-start" className={styles.title}>
          {texts.start.title}
        </h2>
        <p className={styles.lead}>{texts.start.lead}</p>
        <ul className={styles.ways}>
          <KeyCard />
          <LocalCard />
          <li className={styles.way}>
            <MonitorPlay className={styles.icon} aria-hidden />
            <h3>{texts.start.demo.title}</h3>
            <p>{texts.start.demo.about}</p>
            <Button disabled={demo === null} onClick={() => demo?.show(true)}>
              {texts.start.demo.start}
            </Button>
          </li>
        </ul>
        <div className={styles.tour}>
          <TourOffer />
        </div>
        <BringSessions />
        <MachineList />
      </div>
    </section>
  )
}
