import { Scale } from 'lucide-react'
import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { addCosts, NO_COST } from '../../shared/cost-sum.ts'
import { LiveTurn } from '../history/live-turn.tsx'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useModels, useTree, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { formatCost } from '../parts/money-text.ts'
import { ownModelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import styles from './judge-lines.module.css'
import { agrees, judgementOf } from './row-judgement.ts'
import { useLogs } from './use-compared-turns.ts'

const words = texts.compare.judged

/** One dim line per judge of a row, which opens to what it wrote. Runs of one model are one judge. */
export function JudgeLines({ judges }: { judges: readonly AgentId[] }) {
  const models = useTree(({ agents }) => judges.map((id) => agents.get(id)?.choice?.model ?? id).join(' '))
  const keys = models.split(' ')
  const runs = Map.groupBy(judges, (_, index) => keys[index] ?? '')
  return [...runs].map(([key, ids]) => <JudgeLine key={key} judges={ids} />)
}

function JudgeLine({ judges }: { judges: readonly AgentId[] }) {
  const [isOpen, setOpen] = useState(false)
  const line = useJudgeLine(judges)
  return (
    <details className={styles.judge} onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary className={styles.summary}>
        <Scale aria-hidden /> {line}
      </summary>
      {isOpen ? judges.map((agentId) => <JudgeText key={agentId} agentId={agentId} />) : null}
    </details>
  )
}

function useJudgeLine(judges: readonly AgentId[]): string {
  const tree = useTree(({ agents }) => agents)
  const list = useModels((state) => state.list)
  const logs = useLogs(judges)
  const isAtWork = useViews(({ views }) => judges.some((id) => (views.get(id)?.turn ?? null) !== null))
  const names = judges.flatMap((id) => {
    const agent = tree.get(id)
    return (agent === undefined ? null : ownModelTitle(list, agent)) ?? []
  })
  const model = names[0] ?? texts.compare.verdict.unknownModel
  if (isAtWork) return words.judging({ model })
  const verdicts = logs.flatMap((events, index) => judgementOf(judges[index] ?? '', events))
  const cost = judges.map((id) => tree.get(id)?.cost ?? NO_COST).reduce(addCosts, NO_COST)
  return [textOf(model, verdicts), ...(cost.usd === 0 ? [] : [formatCost(cost)])].join(' · ')
}

function textOf(model: string, [first, second]: ReturnType<typeof judgementOf>): string {
  if (first === undefined) return words.noRanking({ model })
  if (second === undefined) return words.once({ model })
  return agrees(first.verdict, second.verdict) ? words.agreed({ model }) : words.disagreed({ model })
}

/** What one run of a judge wrote. */
function JudgeText({ agentId }: { agentId: AgentId }) {
  const { layout } = useStores()
  const { compare } = useActions()
  const text = useViews(({ views }) => {
    const answer = views
      .get(agentId)
      ?.events.findLast((event) => event.kind === 'assistant' && event.agentId === agentId)
    return answer?.content ?? ''
  })

  function open(): void {
    compare.leave()
    layout.dispatch({ type: 'open', agents: [agentId], focus: true })
  }

  return (
    <section className={styles.text} aria-label={words.text}>
      <MarkdownView text={text} />
      <LiveTurn agentId={agentId} />
      <Button tone="quiet" onClick={open}>
        {words.open}
      </Button>
    </section>
  )
}
