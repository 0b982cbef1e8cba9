import { Import } from 'lucide-react'
import { useEffect, useState } from 'react'

import { foreignToolLabel } from '../../shared/foreign-tools.ts'
import type { FoundTool } from '../../shared/found-session.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './first-start.module.css'

const words = texts.start.bring

/** Offers to import conversations, and names the tools that have some on this computer. */
export function BringSessions() {
  const { dialogs } = useStores()
  const { transfer } = useActions()
  const [found, setFound] = useState<readonly FoundTool[]>([])
  useEffect(() => {
    let isShown = true
    void transfer.countSessions().then((tools) => (isShown ? setFound(tools) : undefined))
    return () => {
      isShown = false
    }
  }, [transfer])
  const tools = found.map(({ tool, sessions }) => words.tool({ tool: foreignToolLabel(tool), sessions }))
  return (
    <section className={styles.bring} aria-labelledby="bring-sessions">
      <Import className={styles.icon} aria-hidden />
      <div>
        <h3 id="bring-sessions">{words.title}</h3>
        <p>{words.about({ tools: tools.join(', ') })}</p>
      </div>
      <Button onClick={() => dialogs.setState({ dialog: { type: 'import' } })}>{words.start}</Button>
    </section>
  )
}
