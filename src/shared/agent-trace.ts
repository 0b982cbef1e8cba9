import type { BlamedFile } from './blame.ts'
import { defined } from './defined.ts'

/** Returns who wrote the lines of a file as an Agent Trace record, version 0.1.0 (github.com/cursor/agent-trace). */
export function agentTrace(
  { ranges }: BlamedFile,
  {
    path,
    id,
    timestamp,
    version,
  }: {
    /** As it is to be written, relative to the project. */
    readonly path: string
    /** A UUID. */
    readonly id: string
    /** ISO 8601. */
    readonly timestamp: string
    readonly version: string
  },
) {
  const conversations = [...Map.groupBy(ranges, ({ agentId, model }) => `${agentId} ${model?.provider} ${model?.name}`)]
  return {
    version: '0.1.0',
    id,
    timestamp,
    tool: { name: 'ikigai', version },
    files: [
      {
        path,
        conversations: conversations.map(([, [first, ...others]]) => ({
          contributor: {
            type: 'ai',
            ...defined({ model_id: first?.model == null ? undefined : `${first.model.provider}/${first.model.name}` }),
          },
          ranges: [first, ...others].flatMap((range) =>
            range === undefined ? [] : [{ start_line: range.start, end_line: range.end }],
          ),
        })),
      },
    ],
    metadata: { ikigai: { events: [...new Set(ranges.map(({ eventId }) => eventId))] } },
  }
}
