import {
  GitFork,
  Import,
  Mail,
  Flag,
  House,
  Layers,
  Skull,
  ArrowRightLeft,
  Eraser,
  SlidersHorizontal,
  Scale,
  ThumbsUp,
} from 'lucide-react'
import { memo } from 'react'

import type { AgentEvent, AgentEventOf, ModelData, TakenOverData, VoteData } from '../../shared/agent-event.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { isWrittenSummary, type WrittenSummary } from '../../shared/context-edits.ts'
import { optionsText } from '../../shared/model-options-text.ts'
import { meantCall } from '../../shared/tool-search.ts'
import { rankingText } from '../../shared/verdict.ts'
import { useVersionState } from '../hooks/use-stores.ts'
import { CommandEntry } from '../parts/command-entry.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { formatCount } from '../parts/format-figures.ts'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { Rule } from '../parts/rule.tsx'
import { ToolCard } from '../parts/tool-card.tsx'
import { UserMessage } from '../parts/user-message.tsx'
import { texts } from '../text/texts.ts'
import { AgentLink } from './agent-link.tsx'
import { AnswerView } from './answer-view.tsx'
import { EditPrompt } from './edit-prompt.tsx'
import { InstructionsView } from './instructions-view.tsx'
import { CheckpointRule } from './change-strips.tsx'
import { InterruptedView } from './interrupted-view.tsx'
import { MergeView } from './merge-view.tsx'
import { MessageFiles } from './message-files.tsx'
import { MessageActions } from './message-actions.tsx'
import { usePaneStream } from './pane-stream-context.ts'
import { EvaluationRule } from './evaluation-rule.tsx'
import { RaceRule } from './race-rule.tsx'
import { removalText } from './removal-text.ts'
import { RerunRule } from './rerun-rule.tsx'
import { RecordedError } from './recorded-error.tsx'
import { costFacts, NO_TURNS } from './turn-costs.ts'
import { useVersionsAt } from './use-path-versions.ts'
import { VersionLine } from './version-arrows.tsx'
import { RecordedToolCard } from './recorded-tool-card.tsx'

const { events: words, edits } = texts.history

/** One recorded event in the stream. Memoised because events never change. */
export const EventView = memo(function EventView({ event }: { event: AgentEvent }) {
  switch (event.kind) {
    case 'user':
      return <PromptView event={event} />
    case 'assistant':
      return <AnswerView event={event} />
    case 'interrupted':
      return (
        <>
          <InterruptedView event={event} />
          <EventVersions event={event} />
        </>
      )
    case 'tool_call':
      return <RecordedToolCard call={callOf(event)} />
    case 'error':
      return (
        <>
          <RecordedError event={event} />
          <EventVersions event={event} />
        </>
      )
    case 'command':
      return <CommandEntry line={event.content ?? ''} answer={event.data.answer} ok={event.data.ok} />
    case 'summary':
      return isWrittenSummary(event) ? <FoldedEvent event={event} /> : null
    case 'tool_result':
    case 'system':
    case 'mail':
      return <FoldedEvent event={event} />
    case 'instructions':
      return <InstructionsView event={event} />
    case 'mark':
    case 'clear':
    case 'rewind':
    case 'fork':
    case 'model':
    case 'options':
    case 'agent_killed':
    case 'vote':
    case 'verdict':
    case 'import':
    case 'redacted':
    case 'outputs_removed':
    case 'taken_over':
      return <RuleEvent event={event} />
    case 'checkpoint':
      return <CheckpointRule event={event} />
    case 'merge':
      return <MergeView event={event} />
    case 'race':
      return <RaceRule event={event} />
    case 'rerun':
      return <RerunRule event={event} />
    case 'evaluation':
      return <EvaluationRule event={event} />
    case 'keep_warm':
      return null
    default:
      return assertNever(event)
  }
})

function EventVersions({ event }: { event: AgentEvent }) {
  return <VersionLine versions={useVersionsAt(event.id)} />
}

function PromptView({ event }: { event: AgentEventOf<'user'> }) {
  const { agentId } = usePaneStream()
  const isEdited = useVersionState(({ editing }) => editing?.agentId === agentId && editing.eventId === event.id)
  if (isEdited) return <EditPrompt event={event} />
  return (
    <MessageActions event={event} text={event.content ?? ''}>
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

function FoldedEvent({ event }: { event: AgentEventOf<'tool_result' | 'system' | 'mail'> | WrittenSummary }) {
  const text = event.content ?? ''
  switch (event.kind) {
    case 'tool_result':
      return (
        <ToolCard
          name={event.data.name ?? words.tool}
          argumentsText=""
          state={event.data.is_error === true ? 'failed' : 'finished'}
          output={text}
          durationMs={event.data.duration_ms ?? null}
          fullOutput={event.data.full_output}
          link={event.data.link}
        >
          <MessageFiles event={event} />
        </ToolCard>
      )
    case 'system':
      return (
        <Disclosure summary={words.systemPrompt}>
          <MarkdownView text={text} />
        </Disclosure>
      )
    case 'summary':
      return (
        <Disclosure
          summary={
            <>
              <Layers size={13} aria-hidden /> {summaryText(event)}
            </>
          }
        >
          <MarkdownView text={text} />
        </Disclosure>
      )
    case 'mail':
      return (
        <Disclosure
          summary={
            <>
              <Mail size={13} aria-hidden /> {words.mailFrom} <AgentLink agentId={event.data.from} />
            </>
          }
          open
        >
          <MarkdownView text={text} />
        </Disclosure>
      )
    default:
      return assertNever(event)
  }
}

function summaryText(event: WrittenSummary): string {
  return [words.summary({ messages: formatCount(event.data.messages) }), ...costFacts(event, NO_TURNS)].join(' · ')
}

function RuleEvent({
  event,
}: {
  event: AgentEventOf<
    | 'mark'
    | 'clear'
    | 'rewind'
    | 'fork'
    | 'model'
    | 'options'
    | 'agent_killed'
    | 'vote'
    | 'verdict'
    | 'import'
    | 'redacted'
    | 'outputs_removed'
    | 'taken_over'
  >
}) {
  switch (event.kind) {
    case 'mark':
      return (
        <Rule tone="mark">
          <Flag aria-hidden /> {event.data.name}
        </Rule>
      )
    case 'clear':
    case 'rewind':
      return <Rule>{event.kind === 'clear' ? edits.cleared : rewindLabel(event)}</Rule>
    case 'fork':
      return (
        <Rule>
          <GitFork aria-hidden /> {words.forkedInto} <AgentLink agentId={event.data.child} />
        </Rule>
      )
    case 'model':
      return (
        <Rule>
          <ArrowRightLeft aria-hidden /> {modelText(event.data)}
        </Rule>
      )
    case 'options':
      return (
        <Rule>
          <SlidersHorizontal aria-hidden /> {optionsText(event.data.options)}
        </Rule>
      )
    case 'vote':
    case 'verdict':
      return <JudgementRule event={event} />
    case 'import':
      return (
        <Rule>
          <Import aria-hidden /> {event.content}
        </Rule>
      )
    case 'redacted':
    case 'outputs_removed':
      return <RemovalRule event={event} />
    case 'taken_over':
      return (
        <Rule>
          <House aria-hidden /> {takenOverText(event.data)}
        </Rule>
      )
    case 'agent_killed':
      return (
        <Rule>
          <Skull aria-hidden /> {event.data.by === 'person' ? words.killed : words.killedByAgent}
        </Rule>
      )
    default:
      return assertNever(event)
  }
}

function RemovalRule({ event }: { event: AgentEventOf<'redacted' | 'outputs_removed'> }) {
  return (
    <Rule>
      <Eraser aria-hidden /> {removalText(event)}
    </Rule>
  )
}

function JudgementRule({ event }: { event: AgentEventOf<'vote' | 'verdict'> }) {
  const Icon = event.kind === 'vote' ? ThumbsUp : Scale
  return (
    <Rule>
      <Icon aria-hidden />{' '}
      {event.kind === 'vote' ? voteText(event.data) : words.verdict({ ranking: rankingText(event.data.answers) })}
    </Rule>
  )
}

function takenOverText({ from, to, folder }: TakenOverData): string {
  return from === null
    ? words.takenOver({ to: to.label, folder })
    : words.takenOverFrom({ from: from.label, to: to.label, folder })
}

function voteText({ over, withdrawn }: VoteData): string {
  if (withdrawn === true) return words.notPreferred
  const models = over.flatMap(({ model }) => model ?? [])
  return models.length === 0 ? words.preferred : words.preferredTo({ models: models.join(', ') })
}

function modelText({ model, thinking_level: level, replaces }: ModelData): string {
  const choice = `${model} · ${level}`
  return replaces === undefined ? choice : words.modelInstead({ model: choice, ended: replaces })
}

function rewindLabel({ data }: AgentEventOf<'rewind'>): string {
  if (data.undoes !== undefined) return edits.undone
  return data.leaves_out === true ? edits.leftOut : edits.rewound
}
