import { ApprovalQuestion } from '../approvals/approval-question.tsx'
import { useApprovals, useViews } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import { ToolCard } from '../parts/tool-card.tsx'
import { type RecordedCall, resultState } from './call-state.ts'
import { CallChanges } from './change-strips.tsx'
import { MessageFiles } from './message-files.tsx'
import { usePaneStream } from './pane-stream-context.ts'
import { ToolAppPart } from './tool-app-part.tsx'

/** A settled tool call with its result, which is a separate event. */
export function RecordedToolCard({ call }: { call: RecordedCall }) {
  const { results, unanswered, running } = usePaneStream()
  const result = results.get(call.id)
  if (result === undefined) {
    if (running) return <RunningToolCard call={call} />
    // When it was closed is not known: its end is recorded at the next start.
    const end = unanswered.has(call.id)
      ? ({ state: 'unanswered', reason: texts.parts.tool.closed } as const)
      : ({ state: 'interrupted' } as const)
    return <ToolCard {...call} {...end} output="" durationMs={null} />
  }
  return (
    <ToolCard
      {...call}
      {...resultState(result)}
      output={result.content ?? ''}
      durationMs={result.data.duration_ms ?? null}
      fullOutput={result.data.full_output}
      link={result.data.link}
      sandbox={result.data.sandbox}
    >
      <CallChanges callId={call.id} />
      <MessageFiles event={result} />
      {result.data.has_app === true ? <ToolAppPart call={call} result={result} /> : null}
    </ToolCard>
  )
}

/**
 * A running call: the output of the tool so far, and its open question: for approval, about what it reaches, or about how
 * it differs from the recorded call.
 */
function RunningToolCard({ call }: { call: RecordedCall }) {
  const { agentId } = usePaneStream()
  const output = useViews(({ views }) => views.get(agentId)?.turn?.toolOutput[call.id] ?? '')
  const link = useViews(({ views }) => views.get(agentId)?.turn?.toolLinks[call.id])
  const approval = useApprovals(({ pending }) =>
    [...pending.values()].find((each) => each.agentId === agentId && each.callId === call.id),
  )
  if (approval === undefined)
    return <ToolCard {...call} state="running" output={output} durationMs={null} link={link} />
  return (
    <ToolCard {...call} state="waiting" output={output} durationMs={null} isAsked={approval.tool === call.name}>
      <ApprovalQuestion approval={approval} />
    </ToolCard>
  )
}
