import { useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { EvaluationView, PairResult } from '../../shared/evaluation.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { useModels, useTree } from '../hooks/use-stores.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { formatProbability } from '../parts/format-figures.ts'
import { agentName } from '../store/agent-name.ts'
import { specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { FigureTable } from './figure-table.tsx'
import styles from './board.module.css'

const words = texts.evaluationBoard.pairs
const LEAST_P = 0.001

/** How the models of an evaluation compare with each other, and each with itself in another run. */
export function EvaluationPairs({ view: { agentId, pairs } }: { readonly view: EvaluationView }) {
  const runs = useOtherRuns(agentId)
  const { compared, choose } = useComparedRun(agentId)
  const list = useModels((state) => state.list)
  return (
    <>
      {pairs.length === 0 ? null : (
        <PairTable
          caption={words.models}
          pairs={pairs}
          nameOf={({ a, b }) => `${specTitle(list, a)} – ${specTitle(list, b)}`}
        />
      )}
      {runs.length === 0 ? (
        <p>{words.noOther}</p>
      ) : (
        <label className={styles.head}>
          {words.other}
          <select className={formStyles.select} defaultValue="" onChange={({ target }) => choose(target.value)}>
            <option value="">{words.none}</option>
            {runs.map((run) => (
              <option key={run.id} value={run.id}>
                {words.run({ name: agentName(run), id: shortAgentId(run.id) })}
              </option>
            ))}
          </select>
        </label>
      )}
      <FailureNote failure={compared.failure} />
      {compared.pairs === null ? null : compared.pairs.length === 0 ? (
        <p role="status">{words.nothingShared}</p>
      ) : (
        <PairTable caption={words.runs} pairs={compared.pairs} nameOf={({ a }) => specTitle(list, a)} />
      )}
    </>
  )
}

/** The other evaluations in the tree, the newest first. */
function useOtherRuns(agentId: AgentId): readonly AgentSummary[] {
  const agents = useTree((state) => state.agents)
  const parents = new Set(
    [...agents.values()].flatMap((each) => (each.forkReason === 'evaluation' ? each.parentId : [])),
  )
  return [...agents.values()]
    .filter(({ id, parentId }) => parentId === null && parents.has(id) && id !== agentId)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

interface ComparedRun {
  /** Null: no run was chosen, or the comparison has not arrived. */
  readonly pairs: readonly PairResult[] | null
  readonly failure: string | null
}

const NOT_COMPARED: ComparedRun = { pairs: null, failure: null }

function useComparedRun(agentId: AgentId) {
  const { evaluations } = useActions()
  const [state, setState] = useState<ComparedRun & { readonly otherId: AgentId }>({ ...NOT_COMPARED, otherId: '' })
  async function choose(otherId: AgentId): Promise<void> {
    setState({ ...NOT_COMPARED, otherId })
    if (otherId === '') return
    const read = await evaluations.compare(agentId, otherId)
    const compared = read.ok ? { pairs: read.value, failure: null } : { pairs: null, failure: read.error.message }
    // Another run may have been chosen meanwhile.
    setState((now) => (now.otherId === otherId ? { ...compared, otherId } : now))
  }
  return { compared: state, choose: (otherId: AgentId) => void choose(otherId) }
}

interface PairTableProps {
  readonly caption: string
  readonly pairs: readonly PairResult[]
  readonly nameOf: (pair: PairResult) => string
}

function PairTable({ caption, pairs, nameOf }: PairTableProps) {
  return (
    <FigureTable
      caption={caption}
      isCaptionShown
      columns={Object.values(words.columns)}
      rows={pairs.map((pair) => ({ key: `${pair.a} ${pair.b}`, name: nameOf(pair), cells: cellsOf(pair) }))}
    />
  )
}

function cellsOf({ better, worse, equal, difference, p }: PairResult): readonly string[] {
  const points = Math.round(Math.abs(difference) * 100)
  return [
    String(better),
    String(worse),
    String(equal),
    difference < 0 ? words.worseBy({ points }) : words.betterBy({ points }),
    p < LEAST_P ? words.belowLeastP({ least: formatProbability(LEAST_P) }) : formatProbability(p),
  ]
}
