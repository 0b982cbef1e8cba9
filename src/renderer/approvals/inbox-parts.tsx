import { ArrowRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { agentPath, pathText } from '../store/tree-rows.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-inbox.module.css'

const words = texts.inbox

interface SectionProps {
  readonly title: string
  readonly items: readonly unknown[]
  /** Buttons for all items, beside the title. */
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** A part of the inbox with its heading; nothing if it has no items. */
export function Section({ title, items, acts, children }: SectionProps) {
  const id = useId()
  if (items.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h3 id={id} className={styles.sectionTitle}>
          {title}
        </h3>
        {acts}
      </div>
      {children}
    </section>
  )
}

/** The agent with its whole path, and a button that opens it. */
export function ItemHead({ agentId, tool }: { agentId: AgentId; tool: string }) {
  const { dialogs, layout } = useStores()
  const path = useTree(({ agents }) => pathText(agentPath(agents, agentId)))
  return (
    <header className={styles.head}>
      <h4 className={styles.path}>{path}</h4>
      <span className={styles.tool}>{tool}</span>
      <Button
        tone="quiet"
        aria-label={words.goTo({ agent: path })}
        onClick={() => {
          layout.dispatch({ type: 'show', agentId })
          dialogs.close()
        }}
      >
        {words.goToAgent} <ArrowRight aria-hidden />
      </Button>
    </header>
  )
}
