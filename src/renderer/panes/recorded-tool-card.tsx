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
  if (result === undefined) {
    // Nothing came back: it is under way, or it never will.
    return <ToolCard {...call} state={running ? 'running' : 'failed'} output="" durationMs={null} />
  }
  return (
    <ToolCard
      {...call}
      state={result.data.is_error === true ? 'failed' : 'finished'}
      output={result.content ?? ''}
      durationMs={result.data.duration_ms ?? null}
    />
  )
}
