import { ApprovalQuestion } from '../approvals/approval-question.tsx'
import { useApprovals, useViews } from '../hooks/use-stores.ts'
import { ToolCard } from '../parts/tool-card.tsx'
import { usePaneStream } from './pane-stream-context.ts'

export interface RecordedCall {
  readonly id: string
  readonly name: string
  readonly argumentsText: string
}

/** A settled tool call together with its result, which is an event of its own. */
export function RecordedToolCard({ call }: { call: RecordedCall }) {
  const { results, running } = usePaneStream()
  const result = results.get(call.id)
  if (result === undefined) return running ? <RunningToolCard call={call} /> : <ToolCard {...call} {...UNANSWERED} />
  return (
    <ToolCard
      {...call}
      state={result.data.is_error === true ? 'failed' : 'finished'}
      output={result.content ?? ''}
      durationMs={result.data.duration_ms ?? null}
      fullOutput={result.data.full_output}
      link={result.data.link}
    />
  )
}

/** Nothing came back, and nothing will. */
const UNANSWERED = { state: 'failed', output: '', durationMs: null } as const

/** A call that is under way: what the tool has printed so far, or the question that it waits with. */
function RunningToolCard({ call }: { call: RecordedCall }) {
  const { agentId } = usePaneStream()
  const output = useViews(({ views }) => views.get(agentId)?.turn?.toolOutput[call.id] ?? '')
  const link = useViews(({ views }) => views.get(agentId)?.turn?.toolLinks[call.id])
  const approval = useApprovals(({ pending }) => pending.get(call.id))
  if (approval === undefined)
    return <ToolCard {...call} state="running" output={output} durationMs={null} link={link} />
  return (
    <ToolCard {...call} state="waiting" output="" durationMs={null}>
      <ApprovalQuestion approval={approval} />
    </ToolCard>
  )
}
