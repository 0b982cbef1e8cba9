import { Eraser, Flag, House, Import, Layers, Mail, Scale, Skull, SlidersHorizontal, ThumbsUp } from 'lucide-react'
import { memo, type ReactNode } from 'react'

import type { AgentEvent, AgentEventOf, TakenOverData } from '../../shared/agent-event.ts'
import type { VoteData } from '../../shared/merge-data.ts'
import { isWrittenSummary, type WrittenSummary } from '../../shared/context-edits.ts'
import { isShownIn, type KindShownIn } from '../../shared/event-facts.ts'
import type { ModelList } from '../../shared/model-info.ts'
import { optionsText } from '../../shared/model-options-text.ts'
import { meantCall } from '../../shared/tool-search.ts'
import { rankingText } from '../../shared/verdict.ts'
import { useModels, useVersionState } from '../hooks/use-stores.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { formatCount, formatSize } from '../parts/format-figures.ts'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { NoteLine } from '../parts/note-line.tsx'
import { ToolCard } from '../parts/tool-card.tsx'
import { UserMessage } from '../parts/user-message.tsx'
import { modelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { AgentLink } from './agent-link.tsx'
import { resultState } from './call-state.ts'
import { AnswerView } from './answer-view.tsx'
import { ModelLine } from './bookkeeping-view.tsx'
import { EditPrompt } from './edit-prompt.tsx'
import { ForkChips } from './fork-chips.tsx'
import { InstructionsView } from './instructions-view.tsx'
import { CheckpointRule } from './change-strips.tsx'
import { InterruptedView } from './interrupted-view.tsx'
import { MergeView } from './merge-view.tsx'
import { MessageFiles } from './message-files.tsx'
import { MessageActions } from './message-actions.tsx'
import { usePaneStream } from './pane-stream-context.ts'
import { EvaluationRule, RaceRule, RerunRule } from './run-rules.tsx'
import { RecordedError } from './recorded-error.tsx'
import { costFacts, NO_TURNS } from './turn-costs.ts'
import { useVersionsAt } from './use-path-versions.ts'
import { VersionLine } from './version-arrows.tsx'
import { RecordedToolCard } from './recorded-tool-card.tsx'
import { AnswerText } from '../parts/answer-text.tsx'
import styles from './command-entry.module.css'

const { events: words, edits } = texts.history

/** One recorded event in the stream. Memoised because events never change. */
export const EventView = memo(function EventView({ event }: { event: AgentEvent }) {
  return isShownIn(event, 'history') ? viewOf(event) : null
})

function viewOf<K extends KindShownIn<'history'>>(event: AgentEventOf<K>): ReactNode {
  return VIEWS[event.kind](event)
}

const VIEWS: { readonly [K in KindShownIn<'history'>]: (event: AgentEventOf<K>) => ReactNode } = {
  user: (event) => <PromptView event={event} />,
  assistant: (event) => <AnswerView event={event} />,
  interrupted: (event) => (
    <>
      <InterruptedView event={event} />
      <EventVersions event={event} />
    </>
  ),
  tool_call: (event) => <RecordedToolCard call={callOf(event)} />,
  tool_result: (event) => (
    <ToolCard
      name={event.data.name ?? words.tool}
      argumentsText=""
      {...resultState(event)}
      output={event.content ?? ''}
      durationMs={event.data.duration_ms ?? null}
      fullOutput={event.data.full_output}
      link={event.data.link}
    >
      <MessageFiles event={event} />
    </ToolCard>
  ),
  error: (event) => (
    <>
      <RecordedError event={event} />
      <EventVersions event={event} />
    </>
  ),
  command: (event) => <CommandEntry event={event} />,
  summary: (event) =>
    isWrittenSummary(event) ? (
      <FoldedText
        text={event.content}
        summary={
          <>
            <Layers size={13} aria-hidden /> {summaryText(event)}
          </>
        }
      />
    ) : null,
  system: ({ content }) => <FoldedText text={content} summary={words.systemPrompt} />,
  mail: ({ content, data }) => (
    <FoldedText
      text={content}
      summary={
        <>
          <Mail size={13} aria-hidden /> {words.mailFrom} <AgentLink agentId={data.from} />
        </>
      }
      open
    />
  ),
  instructions: (event) => <InstructionsView event={event} />,
  checkpoint: (event) => <CheckpointRule event={event} />,
  merge: (event) => <MergeView event={event} />,
  race: (event) => <RaceRule event={event} />,
  rerun: (event) => <RerunRule event={event} />,
  evaluation: (event) => <EvaluationRule event={event} />,
  mark: ({ data }) => (
    <NoteLine tone="mark">
      <Flag aria-hidden /> {data.name}
    </NoteLine>
  ),
  clear: () => <NoteLine>{edits.cleared}</NoteLine>,
  rewind: ({ data }) => <NoteLine>{rewindLabel(data)}</NoteLine>,
  fork: (event) => <ForkChips item={{ type: 'forks', event, items: [{ type: 'event', event }] }} />,
  model: (event) => <ModelLine event={event} />,
  options: ({ data }) => (
    <NoteLine>
      <SlidersHorizontal aria-hidden /> {optionsText(data.options)}
    </NoteLine>
  ),
  vote: ({ data }) => <VoteLine vote={data} />,
  verdict: ({ data }) => (
    <NoteLine>
      <Scale aria-hidden /> {words.verdict({ ranking: rankingText(data.answers) })}
    </NoteLine>
  ),
  import: ({ content }) => (
    <NoteLine>
      <Import aria-hidden /> {content}
    </NoteLine>
  ),
  redacted: (event) => <RemovalRule event={event} />,
  outputs_removed: (event) => <RemovalRule event={event} />,
  taken_over: ({ data }) => (
    <NoteLine>
      <House aria-hidden /> {takenOverText(data)}
    </NoteLine>
  ),
  agent_killed: ({ data }) => (
    <NoteLine>
      <Skull aria-hidden /> {data.by === 'person' ? words.killed : words.killedByAgent}
    </NoteLine>
  ),
}

function EventVersions({ event }: { event: AgentEvent }) {
  return <VersionLine versions={useVersionsAt(event.id)} />
}

function PromptView({ event }: { event: AgentEventOf<'user'> }) {
  const { agentId } = usePaneStream()
  const isEdited = useVersionState(({ editing }) => editing?.agentId === agentId && editing.eventId === event.id)
  if (isEdited) return <EditPrompt event={event} />
  return (
    <MessageActions event={event} text={event.content ?? ''} name={texts.message.prompt}>
      <UserMessage text={event.content ?? ''}>
        <MessageFiles event={event} />
      </UserMessage>
    </MessageActions>
  )
}

function callOf({ data }: AgentEventOf<'tool_call'>) {
  const { name, arguments: input } = meantCall(data)
  return { id: data.tool_call_id, name, argumentsText: JSON.stringify(input) }
}

function FoldedText({ text, ...folded }: { text: string | null; summary: ReactNode; open?: boolean }) {
  return (
    <Disclosure {...folded}>
      <MarkdownView text={text ?? ''} />
    </Disclosure>
  )
}

function summaryText(event: WrittenSummary): string {
  return [words.summary({ messages: formatCount(event.data.messages) }), ...costFacts(event, NO_TURNS)].join(' · ')
}

function RemovalRule({ event }: { event: AgentEventOf<'redacted' | 'outputs_removed'> }) {
  return (
    <NoteLine>
      <Eraser aria-hidden /> {removalText(event)}
    </NoteLine>
  )
}

function takenOverText({ from, to, folder }: TakenOverData): string {
  return from === null
    ? words.takenOver({ to: to.label, folder })
    : words.takenOverFrom({ from: from.label, to: to.label, folder })
}

function VoteLine({ vote }: { vote: VoteData }) {
  const list = useModels((state) => state.list)
  return (
    <NoteLine>
      <ThumbsUp aria-hidden /> {voteText(vote, list)}
    </NoteLine>
  )
}

function voteText({ over, withdrawn }: VoteData, list: ModelList | null): string {
  if (withdrawn === true) return words.notPreferred
  const models = over.flatMap(({ model }) => (model === undefined ? [] : modelTitle(list, '', model)))
  return models.length === 0 ? words.preferred : words.preferredTo({ models: models.join(', ') })
}

function rewindLabel(data: AgentEventOf<'rewind'>['data']): string {
  if (data.undoes !== undefined) return edits.undone
  return data.leaves_out === true ? edits.leftOut : edits.rewound
}

/** Returns what a user, or a rule, removed from an agent. */
export function removalText(event: AgentEventOf<'redacted' | 'outputs_removed'>): string {
  if (event.kind === 'outputs_removed') {
    const { files, bytes, days } = event.data
    return words.outputsRemoved({ files, size: formatSize(bytes), days })
  }
  const { event_id: one, events, reason } = event.data
  const what = one === undefined ? words.allRedacted : words.redacted({ events })
  return reason === undefined ? what : `${what}: ${reason}`
}

/** A command as typed, and its answer. */
function CommandEntry({ event: { content, data } }: { event: AgentEventOf<'command'> }) {
  return (
    <div className={styles.entry}>
      <code className={styles.line}>{content ?? ''}</code>
      {data.answer === '' ? null : (
        <div className={styles.answer} data-ok={data.ok}>
          <AnswerText text={data.answer} />
        </div>
      )}
    </div>
  )
}
