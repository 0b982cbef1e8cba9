import { GitBranch } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { baseName } from '../../shared/path-below.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useFolders, useTree } from '../hooks/use-stores.ts'
import { useNow } from '../parts/use-now.ts'
import { agentName } from '../store/agent-name.ts'
import { otherInFolder } from '../store/shared-folder.ts'
import { texts } from '../text/texts.ts'
import styles from './folder-chip.module.css'

const words = texts.prompt.folder
const EVERY_MS = 60_000

/**
 * Offers an agent that has not begun a worktree of its own while another agent works in its folder. Nothing is made before
 * a user chooses it.
 */
export function WorktreeOffer({ agent }: { agent: AgentSummary }) {
  const { notices } = useStores()
  const { folders } = useActions()
  const now = useNow(EVERY_MS)
  const isPossible = useFolders((state) => state.folders.get(agent.id)?.canHaveWorktrees === true)
  const other = useTree((state) => otherInFolder(agent, state.agents, now))
  if (other === null || !isPossible || agent.status === 'killed' || agent.otherHome !== undefined) return null
  const about = words.offerAbout({
    agent: agentName(other),
    folder: visibleText(baseName(agent.folder ?? ''), 'shown'),
  })

  async function move(): Promise<void> {
    const refusal = await folders.makeWorktree(agent.id)
    if (refusal !== null) notices.show(agent.id, refusal)
    promptElement(agent.id)?.focus()
  }

  return (
    <button type="button" className={`${styles.chip} ${styles.offer}`} title={about} onClick={() => void move()}>
      <GitBranch aria-hidden />
      <span className={styles.text}>{words.offer}</span>
      <span className="visually-hidden">{about}</span>
    </button>
  )
}
