import type { AgentView } from '../../shared/agent-view.ts'
import { meantText } from '../../shared/tool-search.ts'
import { visibleText } from '../../shared/visible-text.ts'

const MAX_LINES = 2
/** The part of a long text in which the last lines are looked for, UTF-16 units. */
const MAX_LENGTH = 2_000

/** Returns the last lines of what an agent says or said, without blank ones. Empty: nothing yet. */
export function lastLines(view: AgentView | undefined): readonly string[] {
  const text = view === undefined ? '' : (streamedText(view) ?? recordedText(view))
  return visibleText(text.slice(-MAX_LENGTH), 'shown')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-MAX_LINES)
}

/** Returns the text that streams, or the call that is being made; null: there is none yet. */
function streamedText({ turn }: AgentView): string | null {
  const block = turn?.blocks.at(-1)
  if (block === undefined) return null
  return block.type === 'tool_call' ? meantText(block.name, block.argumentsText).name : block.text
}

function recordedText({ events }: AgentView): string {
  return (
    events.findLast(({ kind, content }) => (kind === 'assistant' || kind === 'user') && content !== '')?.content ?? ''
  )
}
