import { useState } from 'react'

import { type Budget, budgetCost, budgetLimit, budgetTokens } from '../../shared/budget.ts'
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
import { formatDollars } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'
import { amountText, BUDGET_UNITS, type BudgetUnit, estimatedText, unitOf, unpricedText } from './budget-units.ts'

const common = texts.common
const words = texts.budgets

/** Sets how much an agent, or it and its descendants, may use before it asks. */
export function BudgetDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { budgets: budgetActions } = useActions()
  const name = useAgentName(agentId)
  const current = useBudgets(({ budgets }) => budgets[agentId] ?? null)
  const [scope, setScope] = useState<Budget['scope']>(current?.scope ?? 'subtree')
  const [unit, setUnit] = useState<BudgetUnit>(current === null ? 'tokens' : unitOf(current))
  const [limit, setLimit] = useState(current === null ? '' : amountText(unit, budgetLimit(current)))
  const [step, setStep] = useState(current === null ? '' : amountText(unit, current.step))
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => dialogs.close()

  async function keep(budget: Budget | null): Promise<void> {
    const refusal = await budgetActions.set(agentId, budget)
    if (refusal === null) close()
    else setFailure(refusal)
  }

  function submit(): void {
    const { parse, mistake, budget } = BUDGET_UNITS[unit]
    const amount = parse(limit)
    const more = step.trim() === '' ? amount : parse(step)
    if (amount === null || more === null) return setFailure(mistake)
    void keep(budget(scope, amount, more))
  }

  return (
    <Dialog title={words.title({ agent: name })} size="narrow" initialFocus="marked" onClose={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label className={styles.field}>
          <span className={styles.label}>{words.limits[unit]}</span>
          <input
            className={styles.input}
            data-first-focus
            inputMode="decimal"
            placeholder={BUDGET_UNITS[unit].placeholder}
            value={limit}
            onChange={(change) => setLimit(change.target.value)}
          />
        </label>
        <UnitChoice
          unit={unit}
          onChange={(chosen) => {
            setUnit(chosen)
            setLimit('')
            setStep('')
          }}
        />
        <ScopeChoice agentId={agentId} unit={unit} scope={scope} onChange={setScope} />
        <StepField value={step} onChange={setStep} />
        <FailureNote failure={failure} />
        <footer className={styles.footer}>
          {current === null ? null : (
            <span className={styles.aside}>
              <Button tone="danger" onClick={() => void keep(null)}>
                {words.remove}
              </Button>
            </span>
          )}
          <Button tone="quiet" onClick={close}>
            {common.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={limit.trim() === ''}>
            {words.submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function StepField({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{words.step}</span>
      <input
        className={styles.input}
        inputMode="decimal"
        placeholder={words.sameStep}
        value={value}
        onChange={(change) => onChange(change.target.value)}
      />
    </label>
  )
}

function UnitChoice({ unit, onChange }: { unit: BudgetUnit; onChange: (unit: BudgetUnit) => void }) {
  return (
    <RadioList
      label={words.unit}
      value={unit}
      onChange={onChange}
      options={[
        { value: 'tokens', label: words.units.tokens },
        { value: 'dollars', label: words.units.dollars },
      ]}
    />
  )
}

interface ScopeChoiceProps {
  readonly agentId: AgentId
  readonly unit: BudgetUnit
  readonly scope: Budget['scope']
  onChange(scope: Budget['scope']): void
}

function ScopeChoice({ agentId, unit, scope, onChange }: ScopeChoiceProps) {
  const own = useUsed(agentId, unit, 'agent')
  const subtree = useUsed(agentId, unit, 'subtree')
  return (
    <RadioList
      label={words.scope}
      value={scope}
      onChange={onChange}
      options={[
        { value: 'subtree', label: words.scopes.subtree, note: subtree },
        { value: 'agent', label: words.scopes.agent, note: own },
      ]}
    />
  )
}

function useUsed(agentId: AgentId, unit: BudgetUnit, scope: Budget['scope']): string {
  return useTree(({ agents }) => {
    if (unit === 'dollars') {
      const { used, unpriced } = budgetCost([...agents.values()], agentId, scope)
      return words.spentSoFar({ cost: formatDollars(used) }) + unpricedText(unpriced)
    }
    const tokens = budgetTokens([...agents.values()], agentId, scope)
    return words.tokensSoFar({ tokens: formatCount(tokens.used) }) + estimatedText(tokens.estimated)
  })
}
