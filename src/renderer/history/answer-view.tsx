import type { AgentEventOf } from '../../shared/agent-event.ts'
import { poolChoiceText } from '../../shared/pool-choice.ts'
import { plainRequestText } from '../../shared/plain-request.ts'
import { unexpectedlyWithheld } from '../../shared/response-data.ts'
import { unsentPart } from '../text/table-texts.ts'
import type { FinishReason } from '../../shared/usage.ts'
import { useActions } from '../hooks/app-context.ts'
import { useModels, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { formatCount, formatDuration } from '../parts/format-figures.ts'
import { modelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { useAnswerFacts } from './answer-facts.ts'
import { AnswerBlocks, answerBlocks } from './answer-blocks.tsx'
import { CacheMissBadge } from './cache-miss-badge.tsx'
import styles from './answer-view.module.css'
import { isSaid } from './message-place.ts'
import { MessageFiles } from './message-files.tsx'
import { TurnChangesStrip } from './change-strips.tsx'
import { MessageActions } from './message-actions.tsx'
import { usePaneStream } from './pane-stream-context.ts'
import { costFacts } from './turn-costs.ts'

const words = texts.history.answer

/** A settled answer of a model, with its usage and cost in a line below. */
export function AnswerView({ event }: { event: AgentEventOf<'assistant'> }) {
  const { turnCosts } = usePaneStream()
  const { data } = event
  const shown = useAnswerFacts()
  const title = useModels(({ list }) =>
    data.model === undefined ? null : modelTitle(list, data.provider ?? '', data.model),
  )
  const facts = [
    ...(shown === 'all' && title !== null ? [title] : []),
    ...(shown === 'all' ? usualFacts(event) : []),
    ...(shown === 'none' ? [] : rareFacts(event)),
    ...(shown === 'all' ? costFacts(event, turnCosts) : []),
  ]
  const tokens =
    data.output_tokens === undefined ? undefined : texts.parts.tokens({ tokens: formatCount(data.output_tokens) })
  const name =
    shown === 'none' ? texts.message.someAnswer : texts.message.answer({ model: title ?? words.unknownModel })
  const endNote = data.finish_reason === undefined ? null : END_NOTES[data.finish_reason]
  const hasThinking = (data.thinking_tokens ?? 0) > 0
  return (
    <MessageActions
      event={event}
      text={event.content ?? ''}
      facts={facts.join(' · ')}
      moreFacts={shown === 'all' ? tokens : undefined}
      name={name}
    >
      <div className={styles.answer}>
        {shown === 'none' ? null : (
          <span className="visually-hidden">{words.by({ model: title ?? words.unknownModel })}</span>
        )}
        <AnswerBlocks
          blocks={answerBlocks(event.content, data.blocks)}
          thinkingTokens={hasThinking ? (data.thinking_tokens ?? null) : null}
          thinkingMs={data.thinking_ms ?? null}
        />
        <MessageFiles event={event} />
        {endNote === null ? null : <p className={styles.endNote}>{endNote}</p>}
        {data.finish_reason === 'LENGTH' ? <ContinueButton event={event} /> : null}
        {shown === 'none' ? null : <CacheMissBadge event={event} />}
        <TurnChangesStrip responseId={event.id} />
      </div>
    </MessageActions>
  )
}

/** Asks the model to go on, while the cut-off answer is the last message. */
function ContinueButton({ event }: { event: AgentEventOf<'assistant'> }) {
  const { agentId, running } = usePaneStream()
  const { agents } = useActions()
  const isLast = useViews(({ views }) => views.get(agentId)?.events.findLast(isSaid)?.id === event.id)
  if (!isLast || running) return null
  return (
    <p className={styles.endNote}>
      <Button onClick={() => void agents.goOn(agentId)}>{words.goOn}</Button>
    </p>
  )
}

/** Notes for answers that did not end normally; null: no note. */
const END_NOTES: Readonly<Record<FinishReason, string | null>> = {
  STOP: null,
  TOOL_USE: null,
  UNKNOWN: words.unknownEnd,
  LENGTH: words.cutOff,
  CONTENT_FILTER: words.withheld,
  ERROR: words.endedWithError,
}

/** How the model was chosen, and how long it took. */
function usualFacts({ data }: AgentEventOf<'assistant'>): readonly string[] {
  return [
    ...(data.pool_choice == null ? [] : [poolChoiceText(data.pool_choice, texts.history.poolChoice)]),
    ...(data.duration_ms === undefined ? [] : [formatDuration(data.duration_ms)]),
  ]
}

/** What was otherwise than asked for. */
function rareFacts({ data }: AgentEventOf<'assistant'>): readonly string[] {
  const withheld = unexpectedlyWithheld(data.thinking_withheld)
  return [
    ...(data.options_not_sent ?? []).map(({ option }) => unsentPart(option)),
    ...(data.files_not_sent === undefined ? [] : [texts.history.filesNotSent(data.files_not_sent)]),
    ...(withheld === null ? [] : [texts.history.thinkingWithheld(withheld)]),
    ...(data.plain === undefined ? [] : [plainRequestText(data.plain, texts.history.plain)]),
  ]
}
