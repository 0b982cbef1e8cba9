import { Menu } from '@base-ui/react/menu'
import { ChevronDown, Mail, Scale, Star } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import menuStyles from '../parts/menu.module.css'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { agentModel, agentName } from '../store/agent-name.ts'
import type { Comparison } from '../store/comparison.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import { texts } from '../text/texts.ts'
import styles from './column-head.module.css'
import type { ColumnIdentity } from './column-identity.ts'
import type { ColumnVote } from './row-judgement.ts'

const words = texts.compare.columns

interface ColumnHeadProps {
  readonly column: ColumnIdentity
  readonly comparison: Comparison
  /** Whether all judges rank its answer first. */
  readonly isFirst: boolean
  /** Null: there is no answer to vote on. */
  readonly vote: ColumnVote | null
}

/** The letter of a column, the model that answers in it, and what can be done with its answer. */
export function ColumnHead({ column, comparison, isFirst, vote }: ColumnHeadProps) {
  const agent = useAgent(column.agentId)
  const { letter, name, choice, isHidden } = column
  if (agent === undefined) return null
  return (
    <header className={styles.head} data-first={isFirst}>
      <span className={styles.letter} aria-hidden>
        {letter}
      </span>
      <ColumnState agent={agent} />
      {choice === null ? null : <ProviderLeaf of={choice.provider} />}
      <h3 className={styles.name} title={isHidden ? undefined : titleOf(agent)}>
        {name}
      </h3>
      <span className={styles.level}>
        {choice === null || choice.thinkingLevel === 'none' ? null : (
          <span>· {texts.models.level.short[choice.thinkingLevel]}</span>
        )}
      </span>
      {vote === null ? null : (
        <IconButton
          label={vote.isPreferred ? words.unprefer : words.prefer}
          aria-pressed={vote.isPreferred}
          onClick={vote.toggle}
        >
          <Star fill={vote.isPreferred ? 'currentColor' : 'none'} />
        </IconButton>
      )}
      <AdoptButton column={column} agent={agent} comparison={comparison} />
    </header>
  )
}

/** Of an agent that is at work or waits: nothing is said of an idle one. */
function ColumnState({ agent }: { agent: AgentSummary }) {
  const isKilled = agent.status === 'killed'
  if (agent.activity.type === 'idle' && !isKilled) return null
  return <ActivityDot activity={agent.activity} killed={isKilled} />
}

function titleOf(agent: AgentSummary): string {
  const model = agentModel(agent)
  return model === null ? agentName(agent) : `${model}\n${agentName(agent)}`
}

/** Adopts the answer; the menu beside it has what is rarer. */
function AdoptButton({
  column,
  agent,
  comparison,
}: {
  column: ColumnIdentity
  agent: AgentSummary
  comparison: Comparison
}) {
  const { compare } = useActions()
  const { dialogs } = useStores()
  const ask = (dialog: OpenDialog) => () => dialogs.setState({ dialog })
  return (
    <span className={styles.adopt}>
      <button type="button" className={styles.adoptButton} onClick={() => void compare.adopt(comparison, agent.id)}>
        {words.adopt}
      </button>
      <Menu.Root>
        <Menu.Trigger
          className={styles.adoptMore}
          aria-label={words.more({ agent: column.name })}
          title={words.more({ agent: column.name })}
        >
          <ChevronDown aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="end">
            <Menu.Popup className={menuStyles.popup}>
              <Menu.Item
                className={menuStyles.item}
                onClick={ask({ type: 'judge', comparison: comparison.id, judge: agent.id })}
              >
                <Scale aria-hidden /> {words.askToJudge}
              </Menu.Item>
              <Menu.Item
                className={menuStyles.item}
                disabled={agent.parentId === null}
                onClick={ask({ type: 'result', comparison: comparison.id, chosen: agent.id })}
              >
                <Mail aria-hidden /> {words.sendResult}
              </Menu.Item>
              <Menu.Item
                className={menuStyles.item}
                onClick={ask({ type: 'fork', agentId: agent.id, atEventId: null })}
              >
                <BranchSign of="fork" /> {words.fork}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </span>
  )
}
