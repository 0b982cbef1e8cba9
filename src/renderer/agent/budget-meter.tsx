import { budgetLimit, type BudgetUse } from '../../shared/budget.ts'
import type { AgentId } from '../../shared/ids.ts'
import { isNearLimit, shareUsed } from '../../shared/near-limit.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useStores } from '../hooks/app-context.ts'
import { useBudgets, useTree } from '../hooks/use-stores.ts'
import { budgetInForce } from '../store/budget-store.ts'
import { texts } from '../text/texts.ts'
import { exactUse, shortUse, textOfUse } from './budget-units.ts'
import styles from './budget-meter.module.css'

const words = texts.budgets

/** Returns the budget that stops this agent first; null if there is none. */
export function useBudget(agentId: AgentId): BudgetUse | null {
  const budgets = useBudgets((state) => state.budgets)
  const hasAny = Object.keys(budgets).length > 0
  const agents = useTree(
    // Without a budget, do not subscribe: token counts change with every answer.
    (state) => (hasAny ? state.agents : null),
  )
  return agents === null ? null : budgetInForce(agents, agentId, budgets)
}

/** The used part of a budget; a click opens the budget dialog. */
export function BudgetMeter({ agentId, use }: { agentId: AgentId; use: BudgetUse }) {
  const { dialogs } = useStores()
  const owner = useAgentName(use.agentId)
  const { budget, used } = use
  const limit = budgetLimit(budget)
  const shown = shortUse(use)
  const label = (share: string) => {
    const text = textOfUse(use, share)
    return use.agentId === agentId ? words.own({ use: text }) : words.inherited({ agent: owner, use: text })
  }
  return (
    <button
      type="button"
      className={styles.meter}
      data-state={stateOf(use)}
      title={label(exactUse(use))}
      // The accessible name contains the visible text, as voice control requires.
      aria-label={words.change({ budget: label(shown) })}
      onClick={() => dialogs.setState({ dialog: { type: 'budget', agentId: use.agentId } })}
    >
      <progress className={styles.bar} aria-hidden max={limit} value={Math.min(used, limit)} />
      <span className={styles.figures}>{shown}</span>
    </button>
  )
}

function stateOf(use: BudgetUse): 'within' | 'near' | 'over' {
  const share = shareUsed(use)
  if (share >= 1) return 'over'
  return isNearLimit(share) ? 'near' : 'within'
}
