import { useEffect, useState } from 'react'

import { type MachineFact, machineFactText } from '../../shared/machine-facts.ts'
import { useActions } from '../hooks/app-context.ts'
import { FIGURE_LOCALE } from '../text/locale.ts'
import { engineSentence } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import styles from './machine-list.module.css'

const words = texts.start.machineFacts

/** What ikigai needs on this machine, and what there is of it, with the commands that add what is missing. */
export function MachineList() {
  const { settings } = useActions()
  const [facts, setFacts] = useState<readonly MachineFact[]>([])
  useEffect(() => {
    let isShown = true
    void settings.readMachineFacts().then((read) => {
      if (isShown) setFacts(read)
    })
    return () => {
      isShown = false
    }
  }, [settings])
  if (facts.length === 0) return null
  return (
    <section className={styles.machine} aria-labelledby="machine-facts">
      <h3 id="machine-facts">{texts.start.machine}</h3>
      <dl>
        {facts.map((fact) => (
          <div key={fact.name} data-state={fact.state}>
            <dt>{words[fact.name].title}</dt>
            <dd>
              {machineFactText(fact, words, FIGURE_LOCALE, engineSentence)}
              {fact.command === null ? null : <code>{fact.command}</code>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
