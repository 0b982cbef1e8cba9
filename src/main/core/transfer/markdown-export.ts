import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import { type AttachmentBlock, attachmentWords } from '../../../shared/attachment.ts'
import { isWrittenSummary } from '../../../shared/context-edits.ts'
import { isShownIn, type KindShownIn } from '../../../shared/event-facts.ts'
import { filesOf, storedFilesOf } from '../../../shared/event-files.ts'
import { fenced } from '../../../shared/fenced.ts'
import { shortAgentId } from '../../../shared/ids.ts'

/** Names a file in a document. */
type FileLine = (file: AttachmentBlock) => string

/**
 * Returns an event as a section of a readable document; null if it has no content for a reader. `fileLine`: missing: files are
 * named without a link.
 */
export function eventMarkdown(event: AgentEvent, fileLine: FileLine = attachedLine): string | null {
  return isShownIn(event, 'markdown') ? sectionOf(event, fileLine) : null
}

function sectionOf<K extends KindShownIn<'markdown'>>(event: AgentEventOf<K>, fileLine: FileLine): string | null {
  return SECTIONS[event.kind](event, event.content ?? '', fileLine)
}

function resultTitle({ data: { end, is_error: isError } }: AgentEventOf<'tool_result'>): string {
  if (end !== undefined) return RESULT_TITLES[end.type]
  return isError === true ? 'Error' : 'Result'
}

const RESULT_TITLES = {
  denied: 'Denied',
  refused: 'Not allowed',
  stopped: 'Stopped',
  unanswered: 'Not answered',
  interrupted: 'Interrupted',
} as const

const SECTIONS: {
  readonly [K in KindShownIn<'markdown'>]: (
    event: AgentEventOf<K>,
    content: string,
    fileLine: FileLine,
  ) => string | null
} = {
  system: (_, content) => `> **System prompt.** ${quoted(content)}`,
  user: (event, content, fileLine) => `## User\n\n${[...filesOf(event).map(fileLine), content].join('\n\n')}`,
  assistant: (event, _, fileLine) => answerMarkdown(event, fileLine),
  interrupted: ({ data }, content) => `## ${data.model ?? 'Assistant'} (interrupted)\n\n${content}`,
  tool_call: ({ data }) => `**${data.name}**\n\n${fenced(JSON.stringify(data.arguments, null, 2), 'json')}`,
  tool_result: (event, content, fileLine) =>
    [`${resultTitle(event)}:`, fenced(content, ''), ...filesOf(event).map(fileLine)].join('\n\n'),
  summary: (event, content) =>
    isWrittenSummary(event) ? `## Summary of ${event.data.messages} messages\n\n${content}` : null,
  mail: ({ data }, content) => `## Mail from ${shortAgentId(data.from)}\n\n${content}`,
  merge: (event, content) => `## Merged from ${mergedFrom(event)}\n\n${content}`,
  instructions: (event, content) =>
    event.content === null
      ? `*Instructions of ${event.data.path} ended*`
      : `> **Instructions from ${event.data.path}.** ${quoted(content)}`,
  mark: ({ data }) => `---\n\n*Mark: ${data.name}*`,
  clear: () => '---\n\n*Context cleared*',
  rewind: ({ data }) => `---\n\n*${rewindLabel(data)}*`,
  fork: ({ data }) => `*Forked: ${shortAgentId(data.child)}*`,
  model: ({ data }) => `*Model: ${data.model}/${data.thinking_level}*`,
  agent_killed: () => '*Killed*',
  error: (_, content) => `*Error: ${content}*`,
  import: (_, content) => `*${content}*`,
  redacted: () => '*Content was redacted*',
}

function rewindLabel({ mark, undoes }: { readonly mark?: string; readonly undoes?: number }): string {
  if (undoes !== undefined) return 'Undone'
  return mark === undefined ? 'Rewound' : `Rewound to ${mark}`
}

function quoted(text: string): string {
  return text.replaceAll('\n', '\n> ')
}

function answerMarkdown(event: AgentEventOf<'assistant'>, fileLine: FileLine): string | null {
  const content = event.content ?? ''
  const parts = [...(content.trim() === '' ? [] : [content]), ...storedFilesOf(event).map(fileLine)]
  return parts.length === 0 ? null : [`## ${event.data.model ?? 'Assistant'}`, ...parts].join('\n\n')
}

function attachedLine(file: AttachmentBlock): string {
  return `*Attached ${attachmentWords(file)}*`
}

function mergedFrom({ data: { sources, branch, merged } }: AgentEventOf<'merge'>): string {
  return branch === undefined ? `${sources.length} answers` : `agent ${shortAgentId((sources[0] ?? merged).agent)}`
}
