import type { ContentBlock } from '../../shared/content.ts'
import { serverToolUse, type ServerToolUse } from '../../shared/server-tool-use.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { meantCall } from '../../shared/tool-search.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { PlanView } from '../parts/plan-view.tsx'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { ThinkingView } from '../parts/thinking-view.tsx'
import { citedSources, type CitedSource, joinedTexts, withSourceLinks } from './cited-text.ts'
import { planOf } from './outside-plan.ts'
import { RecordedToolCard } from './recorded-tool-card.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { SafeLink, webAddress } from '../parts/safe-link.tsx'
import { SourceNumbersContext } from '../parts/source-link.tsx'
import { texts } from '../text/texts.ts'
import styles from './answer-blocks.module.css'

const words = texts.history.answer

interface AnswerBlocksProps {
  readonly blocks: readonly ContentBlock[]
  /** Thinking tokens of the whole answer; shown only if it has exactly one thinking block. */
  readonly thinkingTokens: number | null
  readonly thinkingMs: number | null
}

/** The content blocks of a settled answer, in order. */
export function AnswerBlocks({ blocks, thinkingTokens, thinkingMs }: AnswerBlocksProps) {
  const onlyThinking = blocks.filter((block) => block.type === 'thinking').length === 1
  const took = onlyThinking ? { thinkingTokens, thinkingMs } : NOTHING_KNOWN
  const joined = joinedTexts(blocks)
  const sources = citedSources(joined)
  const numbers = sourceNumbers(sources)
  return (
    <SourceNumbersContext value={numbers}>
      <SessionNote blocks={blocks} />
      {joined.map((block, index) => (
        <AnswerBlock key={index} block={block} sources={sources} {...took} />
      ))}
      <SourceList sources={sources} />
    </SourceNumbersContext>
  )
}

function sourceNumbers(sources: readonly CitedSource[]): ReadonlyMap<string, number> {
  return new Map(sources.map(({ url, number }) => [webAddress(url ?? undefined)?.href ?? '', number]))
}

/** How an outside agent's session began, where that is not plain from the conversation. */
const SESSION_NOTES: Readonly<Record<string, string>> = {
  text: words.newSession,
  fork: words.sessionCopy,
}

function SessionNote({ blocks }: { blocks: readonly ContentBlock[] }) {
  const began = blocks[0]?.provider === OUTSIDE ? blocks[0].provider_data?.['began'] : undefined
  const note = typeof began === 'string' && Object.hasOwn(SESSION_NOTES, began) ? SESSION_NOTES[began] : undefined
  return note === undefined ? null : <p className={styles.sessionNote}>{note}</p>
}

type Took = Pick<AnswerBlocksProps, 'thinkingTokens' | 'thinkingMs'>
const NOTHING_KNOWN: Took = { thinkingTokens: null, thinkingMs: null }

interface AnswerBlockProps extends Took {
  readonly block: ContentBlock
  readonly sources: readonly CitedSource[]
}

function AnswerBlock({ block, sources, thinkingTokens, thinkingMs }: AnswerBlockProps) {
  switch (block.type) {
    case 'text': {
      const use = serverToolUse(block)
      if (use !== null) return <ServerToolView use={use} />
      return block.text.trim() === '' ? null : <MarkdownView text={withSourceLinks(block, sources)} />
    }
    case 'thinking': {
      const plan = planOf(block)
      if (plan !== null) return <PlanView entries={plan} />
      return <ThinkingView text={block.text} live={false} tokens={thinkingTokens} durationMs={thinkingMs} />
    }
    case 'tool_call': {
      const { name, arguments: input } = meantCall(block)
      const argumentsText = block.malformed_arguments ?? JSON.stringify(input)
      return <RecordedToolCard call={{ id: block.id, name, argumentsText }} />
    }
    default:
      return assertNever(block)
  }
}

/** Returns the blocks of an answer. An answer written by hand has only its text, which becomes one block. */
export function answerBlocks(
  content: string | null,
  blocks: readonly ContentBlock[] | undefined,
): readonly ContentBlock[] {
  return blocks ?? [{ type: 'text', text: content ?? '' }]
}

/** What a provider's own tool did: its search, the code that it ran, or what the code printed. All of it is data. */
function ServerToolView({ use }: { use: ServerToolUse }) {
  if (use.type === 'search') return <p className={styles.search}>{words.searched({ query: use.query })}</p>
  return (
    <Disclosure summary={use.type === 'code' ? words.code : words.codeOutput}>
      {use.type === 'code' ? <CodeBlock language={use.language} code={use.code} /> : null}
      {use.output === null ? null : <CodeBlock language="" code={use.output} />}
    </Disclosure>
  )
}

/** The sources of an answer, one card each, with the passages that the answer is based on. */
function SourceList({ sources }: { sources: readonly CitedSource[] }) {
  if (sources.length === 0) return null
  return (
    <ol className={styles.sources} aria-label={words.sources}>
      {sources.map(({ number, url, title, quotes }) => (
        <li key={number} className={styles.source}>
          <span>
            {number}. {url === null ? title : <SafeLink href={url}>{title}</SafeLink>}
          </span>
          {quotes.slice(0, 1).map((quote) => (
            <q key={quote} className={styles.quote} title={quote}>
              {quote}
            </q>
          ))}
        </li>
      ))}
    </ol>
  )
}
