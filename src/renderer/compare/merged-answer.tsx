import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useModels, useViews } from '../hooks/use-stores.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import { Button } from '../parts/button.tsx'
import { formatCost } from '../parts/money-text.ts'
import type { Comparison } from '../store/comparison.ts'
import { ownModelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { ColumnAnswer } from './column-answer.tsx'
import type { ColumnIdentity } from './column-identity.ts'
import { columnsStyle } from './columns-style.ts'
import { ownItems } from './compared-rows.ts'
import styles from './merged-answer.module.css'
import { useLogs } from './use-compared-turns.ts'

const { columns: words, merged } = texts.compare

interface MergedAnswerProps {
  readonly agentId: AgentId
  readonly comparison: Comparison
  readonly columns: readonly ColumnIdentity[]
}

/** What a model made of the answers: the stems of the columns join above it, and it can be adopted like them. */
export function MergedAnswer({ agentId, comparison, columns }: MergedAnswerProps) {
  const { dialogs, layout } = useStores()
  const { compare } = useActions()
  const [events = []] = useLogs([agentId])
  const items = ownItems(agentId, events)
  const letters = columns.map(({ letter }) => letter)
  const from = merged.from({ letters: letters.slice(0, -1).join(', '), last: letters.at(-1) ?? '' })
  const take = () => layout.dispatch({ type: 'focus', agentId })
  return (
    <section
      className={styles.merged}
      aria-label={`${words.merged}: ${from}`}
      data-column={agentId}
      onFocusCapture={take}
      onPointerDownCapture={take}
    >
      <div className={styles.fan} aria-hidden style={columnsStyle(columns.length)}>
        {columns.slice(1).map((column) => (
          <span key={column.agentId} />
        ))}
      </div>
      <MergeLine agentId={agentId} />
      <header className={styles.head}>
        <span className={styles.letter} aria-hidden>
          {merged.letter}
        </span>
        <h3 className={styles.name}>{words.merged}</h3>
        <span className={styles.from}>{from}</span>
        <span className={styles.space} />
        <Button
          onClick={() => dialogs.setState({ dialog: { type: 'add_merge', comparison: comparison.id, merge: agentId } })}
        >
          {words.addToAgent}
        </Button>
        <Button onClick={() => void compare.adopt(comparison, agentId)}>{words.adopt}</Button>
      </header>
      <div className={styles.answer}>
        <ColumnAnswer agentId={agentId} promptId={null} items={items} isNewest isAsked />
      </div>
    </section>
  )
}

/** Which model merged, and what that cost. */
function MergeLine({ agentId }: { agentId: AgentId }) {
  const agent = useAgent(agentId)
  const list = useModels((state) => state.list)
  const isAtWork = useViews(({ views }) => (views.get(agentId)?.turn ?? null) !== null)
  const model = agent === undefined ? null : ownModelTitle(list, agent)
  if (agent === undefined || model === null) return null
  const cost = agent.cost.usd === 0 ? [] : [formatCost(agent.cost)]
  return (
    <p className={styles.line}>
      <BranchSign of="merge" /> {isAtWork ? merged.merging({ model }) : [merged.by({ model }), ...cost].join(' · ')}
    </p>
  )
}
