import { Undo2 } from 'lucide-react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import type { AnswerSource } from '../../shared/answer-source.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useShowEvent } from '../hooks/use-show-event.ts'
import { useModels, useTree, useViews } from '../hooks/use-stores.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import { Button } from '../parts/button.tsx'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { agentName } from '../store/agent-name.ts'
import { columnLetter } from '../store/column-letters.ts'
import { modelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { isNewestMessage } from './message-place.ts'
import styles from './merge-view.module.css'
import { usePaneStream } from './pane-stream-context.ts'

const words = texts.history.merge

/**
 * A text that was merged from answers or from a branch and added to the context, with links to its sources. As long as
 * no message follows, it can be taken out of the context again.
 */
export function MergeView({ event }: { event: AgentEventOf<'merge'> }) {
  const { agentId, running } = usePaneStream()
  const { agents } = useActions()
  const isLast = useViews(({ views }) => isNewestMessage(event, views.get(agentId)?.events ?? []))
  const { sources, merged, branch } = event.data
  const { agent: about } = sources[0] ?? merged
  const source = useTree(({ agents: tree }) => tree.get(about))
  const list = useModels((state) => state.list)
  const branchName = branch === undefined ? null : agentName(source ?? { id: about, name: '' })
  return (
    <article
      className={styles.card}
      aria-label={branchName === null ? words.label({ answers: sources.length }) : words.branch({ agent: branchName })}
    >
      <header className={styles.header}>
        <BranchSign of="merge" />
        <span>{words.from}</span>
        {sources.map((each, index) => (
          <SourceChip key={columnLetter(index)} label={branchName ?? columnLetter(index)} source={each} />
        ))}
        {branch === 'person' ? (
          <span>{words.byPerson}</span>
        ) : (
          <>
            <span>{words.by}</span>
            <SourceChip
              label={merged.model === undefined ? words.unknownModel : modelTitle(list, '', merged.model)}
              source={merged}
            />
          </>
        )}
        {isLast && !running && event.agentId === agentId ? (
          <span className={styles.undo}>
            <Button tone="quiet" onClick={() => void agents.discard(agentId, event.id)}>
              <Undo2 size={14} aria-hidden /> {words.undo}
            </Button>
          </span>
        ) : null}
      </header>
      <MarkdownView text={event.content ?? ''} />
    </article>
  )
}

/** Goes to an answer: opens its agent beside this one and scrolls to it. */
function SourceChip({ label, source }: { label: string; source: AnswerSource }) {
  const { layout } = useStores()
  const { agentId: here } = usePaneStream()
  const showEvent = useShowEvent()
  const [eventId] = source.events

  function go(): void {
    layout.dispatch({ type: 'open', agents: [source.agent], focus: true, beside: here })
    if (eventId !== undefined) void showEvent(source.agent, eventId)
  }

  return (
    <button type="button" className={styles.chip} title={source.model} onClick={go}>
      {label}
    </button>
  )
}
