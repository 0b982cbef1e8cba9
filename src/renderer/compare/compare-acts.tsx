import { Gavel, Merge, Plus } from 'lucide-react'

import { MAX_COMPARED } from '../../shared/comparison-size.ts'
import { useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { agentName } from '../store/agent-name.ts'
import { columnLetter } from '../store/column-letter.ts'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import styles from './compare-view.module.css'

const words = texts.compare

/** From this number of columns on, letters go to a column: not all of them fit into most windows. */
const LETTERS_FROM = 4

/** What can be done with all answers of a comparison. */
export function CompareActs({ comparison }: { comparison: Comparison }) {
  const { dialogs } = useStores()
  const { id, agents } = comparison
  return (
    <>
      {agents.length < LETTERS_FROM ? null : <LetterBar comparison={comparison} />}
      <Button onClick={() => dialogs.setState({ dialog: { type: 'answers', comparison: id, task: 'merge' } })}>
        <Merge size={14} aria-hidden /> {words.merge}
      </Button>
      <Button onClick={() => dialogs.setState({ dialog: { type: 'answers', comparison: id, task: 'judge' } })}>
        <Gavel size={14} aria-hidden /> {words.judge}
      </Button>
      <IconButton
        label={words.addColumn}
        disabled={agents.length >= MAX_COMPARED}
        onClick={() => dialogs.setState({ dialog: { type: 'add_column', comparison: id } })}
      >
        <Plus />
      </IconButton>
    </>
  )
}

function LetterBar({ comparison: { agents } }: { comparison: Comparison }) {
  const { layout } = useStores()
  const tree = useTree((state) => state.agents)
  return (
    <span className={styles.letters} role="group" aria-label={words.goToColumn}>
      {agents.map((agentId, index) => (
        <Button
          key={agentId}
          tone="quiet"
          title={agentName(tree.get(agentId) ?? { id: agentId, name: '' })}
          onClick={() => layout.dispatch({ type: 'focus', agentId })}
        >
          {columnLetter(index)}
        </Button>
      ))}
    </span>
  )
}
