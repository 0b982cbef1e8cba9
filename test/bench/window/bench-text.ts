import { BLANK_STAMP } from './stamps.ts'

/** Characters per delta: two tokens, as the simulator counts them. A stamp and its space are one delta. */
export const DELTA_LENGTH = BLANK_STAMP.length + 1

/** What models write: prose, emphasis, lists, a table, code. `@` is where a stamp may stand. */
const SECTION = `## How the pieces fit together

Every request is **written down first** and sent afterwards, so a crash between the two loses nothing. @ The log is the
truth, and what the window shows is only a view of it: *whatever happens*, the view can be made again from the log. @ That
is why no component keeps state of its own that could disagree with \`events\`, and why opening a window twice is harmless. @

- The reader asks for the tail and gets it in one piece. @
- The writer appends, and never goes back to change what is there. @
- A subscriber that is slow gets a snapshot, [not a queue](https://example.com/queues). @

| Step | Cost | Why |
| --- | --- | --- |
| append | one round trip | durable before it is seen |
| replay | linear | once per agent, then extended |

\`\`\`ts
export async function append(log: Log, event: NewEvent): Promise<EventId> {
  // Nobody sees the event before the database has it. @
  const [row] = await log.insert(event).returning()
  if (row === undefined) throw new Error('The database answered nothing')
  return row.id
}
\`\`\`

1. First the **measurement**, then the change: a guess is not a figure. @
2. Then the same measurement again, on the same machine, with everything else as it was. @

> What is not measured is an opinion, and opinions about speed are mostly wrong. @

`

/**
 * About so many characters of Markdown, the same for each call. `stamps`: with blanks for the relay, each a delta of
 * its own.
 */
export function benchText(characters: number, stamps: boolean): string {
  let text = ''
  while (text.length < characters) {
    for (const piece of SECTION.split(/(@)/)) text = piece === '@' ? withStamp(text, stamps) : text + piece
  }
  return text
}

/** The letters of the last word go on until the next delta can be the stamp. */
function withStamp(text: string, stamps: boolean): string {
  if (!stamps) return text
  const words = text.trimEnd()
  const missing = DELTA_LENGTH - 1 - (words.length % DELTA_LENGTH)
  return `${words}${'.'.repeat(missing)} ${BLANK_STAMP} `
}
