import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import { type AttachmentBlock, attachmentWords } from '../../../shared/attachment.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { isWrittenSummary } from '../../../shared/context-edits.ts'
import { filesOf, storedFilesOf } from '../../../shared/event-files.ts'
import { fenced } from '../../../shared/fenced.ts'
import { shortAgentId } from '../../../shared/ids.ts'

/** Returns an event as a section of a readable document; null if it has no content for a reader. */
export function eventMarkdown(event: AgentEvent): string | null {
  const content = event.content ?? ''
  switch (event.kind) {
    case 'system':
      return `> **System prompt.** ${quoted(content)}`
    case 'user':
      return `## User\n\n${[...filesOf(event).map(fileLine), content].join('\n\n')}`
    case 'assistant':
      return answerMarkdown(event)
    case 'interrupted':
      return `## ${event.data.model ?? 'Assistant'} (interrupted)\n\n${content}`
    case 'tool_call':
      return `**${event.data.name}**\n\n${fenced(JSON.stringify(event.data.arguments, null, 2), 'json')}`
    case 'tool_result':
      return [
        `${event.data.is_error === true ? 'Error' : 'Result'}:`,
        fenced(content, ''),
        ...filesOf(event).map(fileLine),
      ].join('\n\n')
    case 'summary':
      return isWrittenSummary(event) ? `## Summary of ${event.data.messages} messages\n\n${content}` : null
    case 'mail':
      return `## Mail from ${shortAgentId(event.data.from)}\n\n${content}`
    case 'merge':
      return `## Merged from ${mergedFrom(event)}\n\n${content}`
    case 'instructions':
      return event.content === null
        ? `*Instructions of ${event.data.path} ended*`
        : `> **Instructions from ${event.data.path}.** ${quoted(content)}`
    case 'mark':
      return `---\n\n*Mark: ${event.data.name}*`
    case 'clear':
      return '---\n\n*Context cleared*'
    case 'rewind':
      return `---\n\n*${rewindLabel(event.data)}*`
    case 'fork':
      return `*Forked: ${shortAgentId(event.data.child)}*`
    case 'model':
      return `*Model: ${event.data.model}/${event.data.thinking_level}*`
    case 'agent_killed':
      return '*Killed*'
    case 'error':
      return `*Error: ${content}*`
    case 'import':
      return `*${content}*`
    case 'redacted':
      return '*Content was redacted*'
    case 'command':
    case 'options':
    case 'keep_warm':
    case 'checkpoint':
    case 'vote':
    case 'verdict':
    case 'race':
    case 'rerun':
    case 'evaluation':
    case 'outputs_removed':
    case 'taken_over':
      return null
    default:
      return assertNever(event)
  }
}

function rewindLabel({ mark, undoes }: { readonly mark?: string; readonly undoes?: number }): string {
  if (undoes !== undefined) return 'Undone'
  return mark === undefined ? 'Rewound' : `Rewound to ${mark}`
}

function quoted(text: string): string {
  return text.replaceAll('\n', '\n> ')
}

function answerMarkdown(event: AgentEventOf<'assistant'>): string | null {
  const content = event.content ?? ''
  const parts = [...(content.trim() === '' ? [] : [content]), ...storedFilesOf(event).map(fileLine)]
  return parts.length === 0 ? null : [`## ${event.data.model ?? 'Assistant'}`, ...parts].join('\n\n')
}

function fileLine(file: AttachmentBlock): string {
  return `*Attached ${attachmentWords(file)}*`
}

function mergedFrom({ data: { sources, branch, merged } }: AgentEventOf<'merge'>): string {
  return branch === undefined ? `${sources.length} answers` : `agent ${shortAgentId((sources[0] ?? merged).agent)}`
}
