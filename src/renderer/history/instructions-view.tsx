import { ScrollText, Unplug } from 'lucide-react'

import type { AgentEventOf } from '../../shared/agent-event.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { instructionFacts } from '../parts/instruction-facts.ts'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { NoteLine } from '../parts/note-line.tsx'
import { texts } from '../text/texts.ts'

const words = texts.history.events

/** An instruction file that is in force from here on, or no longer is. */
export function InstructionsView({ event }: { event: AgentEventOf<'instructions'> }) {
  if (event.data.origin === 'servers') return <MissingServers content={event.content} />
  const facts = instructionFacts(event.data).join(' · ')
  if (event.content === null) {
    return (
      <NoteLine>
        <ScrollText aria-hidden /> {words.noInstructions({ path: event.data.path })}
      </NoteLine>
    )
  }
  return (
    <Disclosure
      summary={
        <>
          <ScrollText size={13} aria-hidden /> {words.instructions({ facts })}
        </>
      }
    >
      <MarkdownView text={event.content} />
    </Disclosure>
  )
}

/** The MCP servers that are missing from here on; null: none is any more. */
function MissingServers({ content }: { content: string | null }) {
  return (
    <NoteLine>
      <Unplug aria-hidden /> {content === null ? words.serversAvailable : words.serversMissing}
      {content?.split('\n').map((line) => (
        <div key={line}>{visibleText(line, 'shown')}</div>
      ))}
    </NoteLine>
  )
}
