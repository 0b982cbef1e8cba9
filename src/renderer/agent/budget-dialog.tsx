import { useState } from 'react'

import { type Budget, budgetTokens } from '../../shared/budget.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useBudgets, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { formatCount } from '../parts/format-figures.ts'
import styles from '../parts/question-dialog.module.css'
import { RadioList } from '../parts/radio-list.tsx'
import { estimateWords } from '../store/budget-store.ts'
import { parseTokens } from './parse-tokens.ts'
import { promptElement } from '../hooks/prompt-id.ts'

/** Sets how much an agent, or it and its descendants, may use before it asks. */
export function BudgetDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { budgets: budgetActions } = useActions()
  const name = useAgentName(agentId)
  const current = useBudgets(({ budgets }) => budgets[agentId] ?? null)
  const [scope, setScope] = useState<Budget['scope']>(current?.scope ?? 'subtree')
  const [limit, setLimit] = useState(current === null ? '' : formatCount(current.tokens))
  const [step, setStep] = useState(current === null ? '' : formatCount(current.step))
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => dialogs.setState({ dialog: { type: 'none' } })

  async function keep(budget: Budget | null): Promise<void> {
    const refusal = await budgetActions.set(agentId, budget)
    if (refusal === null) close()
    else setFailure(refusal)
  }

  function submit(): void {
    const tokens = parseTokens(limit)
    const more = step.trim() === '' ? tokens : parseTokens(step)
    if (tokens === null || more === null) return setFailure('Enter a number of tokens, such as 200,000 or 200k.')
    void keep({ scope, tokens, step: more })
  }

  return (
    <Dialog title={`Budget of “${name}”`} size="narrow" onClose={close} returnFocus={() => promptElement(agentId)}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label className={styles.field}>
          <span className={styles.label}>Token limit (input and output)</span>
          <input
            className={styles.input}
            data-first-focus
            inputMode="numeric"
            placeholder="200k"
            value={limit}
            onChange={(change) => setLimit(change.target.value)}
          />
        </label>
        <ScopeChoice agentId={agentId} scope={scope} onChange={setScope} />
        <label className={styles.field}>
          <span className={styles.label}>Increase per extension (at the limit, the agent pauses and asks)</span>
          <input
            className={styles.input}
            inputMode="numeric"
            placeholder="Same as the limit"
            value={step}
            onChange={(change) => setStep(change.target.value)}
          />
        </label>
        <FailureNote failure={failure} />
        <footer className={styles.footer}>
          {current === null ? null : (
            <span className={styles.aside}>
              <Button tone="danger" onClick={() => void keep(null)}>
                Remove the budget
              </Button>
            </span>
          )}
          <Button tone="quiet" onClick={close}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" disabled={limit.trim() === ''}>
            Set budget
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

interface ScopeChoiceProps {
  readonly agentId: AgentId
  readonly scope: Budget['scope']
  onChange(scope: Budget['scope']): void
}

function ScopeChoice({ agentId, scope, onChange }: ScopeChoiceProps) {
  const own = useUsed(agentId, 'agent')
  const subtree = useUsed(agentId, 'subtree')
  return (
    <RadioList
      label="Used by"
      value={scope}
      onChange={onChange}
      options={[
        { value: 'subtree', label: 'This agent and its descendants', note: subtree },
        { value: 'agent', label: 'This agent only', note: own },
      ]}
    />
  )
}

function useUsed(agentId: AgentId, scope: Budget['scope']): string {
  return useTree(({ agents }) => {
    const tokens = budgetTokens([...agents.values()], agentId, scope)
    return `${formatCount(tokens.used)} used so far${estimateWords(tokens)}`
  })
}
