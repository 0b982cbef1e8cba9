import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { texts } from '../text/texts.ts'
import { RaceContents } from './race-contents.tsx'
import styles from './race-board.module.css'
import { useRace } from './use-race.ts'

/** The attempts of a race above its conversation; nothing for an agent that is no race. */
export function RaceBoard({ agentId }: { readonly agentId: AgentId }) {
  const { layout } = useStores()
  const race = useRace(agentId)
  if (race === null) return null
  const open = (opened: AgentId) => layout.dispatch({ type: 'open', agents: [opened], focus: true, beside: agentId })
  return (
    <section className={styles.board} aria-label={texts.raceBoard.label}>
      <RaceContents race={race} isWhole={false} onOpen={open} />
    </section>
  )
}
