import { Check, CircleDashed, CircleSlash, TriangleAlert, X } from 'lucide-react'

import type { CaseView, EvaluationView } from '../../shared/evaluation.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { TableHead } from './figure-table.tsx'
import scrollerStyles from '../parts/table-scroller.module.css'
import styles from './board.module.css'

const words = texts.evaluationBoard

/** A row for each task, a column for each model, and in each cell a button for each repetition. */
export function CaseTable({ view: { agentId, cases, models } }: { readonly view: EvaluationView }) {
  const list = useModels((state) => state.list)
  const tasks = [...new Set(cases.map(({ task }) => task))]
  return (
    <div className={scrollerStyles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{words.cases}</caption>
        <TableHead columns={[words.task, ...models.map(({ model }) => specTitle(list, model))]} />
        <tbody>
          {tasks.map((task) => (
            <tr key={task}>
              <th scope="row">{task}</th>
              {models.map(({ model }) => (
                <td key={model}>
                  {cases
                    .filter((each) => each.task === task && each.model === model)
                    .map((each) => (
                      <CaseButton key={each.agentId} evaluationId={agentId} shown={each} />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ICONS = {
  passed: Check,
  not_passed: X,
  failed: TriangleAlert,
  not_judged: CircleSlash,
  open: CircleDashed,
} as const

function CaseButton({ evaluationId, shown }: { readonly evaluationId: AgentId; readonly shown: CaseView }) {
  const { layout } = useStores()
  const { agentId, task, model, repeat, state, checks, message } = shown
  const title = useModels(({ list }) => specTitle(list, model))
  const label = words.openCase({ task, model: title, repeat, state: words.states[state] })
  const wrong = checks.find(({ passed }) => !passed)
  const Icon = ICONS[state]
  return (
    <button
      type="button"
      className={styles.name}
      aria-label={label}
      title={[label, message ?? wrong?.note ?? ''].join('\n').trim()}
      onClick={() => layout.dispatch({ type: 'open', agents: [agentId], focus: true, beside: evaluationId })}
    >
      <Icon aria-hidden size={14} />
    </button>
  )
}
