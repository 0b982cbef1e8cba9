import type { Citation, ContentBlock, TextBlock } from '../../shared/content.ts'
import { serverToolUse } from '../../shared/server-tool-use.ts'
import { texts } from '../text/texts.ts'
import { defined } from '../../shared/defined.ts'

const words = texts.history.answer

/** A source of an answer, with the number that its links have. */
export interface CitedSource {
  readonly number: number
  /** As the provider gave it: any text. */
  readonly url: string | null
  readonly title: string
  /** The words of the source, each passage once. */
  readonly quotes: readonly string[]
}

/**
 * Joins neighbouring texts of a Claude model, which splits a sentence into a block for each cited passage. Blocks
 * without text are left out unless they say what a provider's own tool did; the texts around them stay apart.
 */
export function joinedTexts(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const joined: ContentBlock[] = []
  let before: ContentBlock | undefined
  for (const block of blocks) {
    const last = joined.at(-1)
    const continues = isPassage(block) && last?.type === 'text' && before !== undefined && isPassage(before)
    if (continues) joined[joined.length - 1] = joinTexts(last, block)
    else if (block.type !== 'text' || block.text !== '' || serverToolUse(block) !== null) joined.push(block)
    before = block
  }
  return joined
}

function isPassage(block: ContentBlock): block is TextBlock {
  return block.type === 'text' && block.text !== '' && block.provider === 'anthropic'
}

function joinTexts(first: TextBlock, second: TextBlock): TextBlock {
  const offset = first.text.length
  const moved = (second.citations ?? []).map((citation) => ({
    ...citation,
    start: citation.start + offset,
    end: citation.end + offset,
  }))
  const citations = [...(first.citations ?? []), ...moved]
  return {
    ...first,
    text: first.text + second.text,
    ...defined({ citations: citations.length > 0 ? citations : undefined }),
  }
}

/** Returns the sources of an answer's texts, numbered from 1 in the order in which they are first cited. */
export function citedSources(blocks: readonly ContentBlock[]): readonly CitedSource[] {
  const citations = blocks.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []))
  const groups = [...Map.groupBy(citations, sourceKey).values()]
  return groups.flatMap((group, index) => {
    const [first] = group
    if (first === undefined) return []
    const quotes = new Set(group.flatMap(({ quote }) => (quote === undefined ? [] : [quote])))
    return [{ number: index + 1, url: first.url ?? null, title: titleOf(first), quotes: [...quotes] }]
  })
}

function sourceKey({ url, title }: Citation): string {
  return url ?? `title:${title ?? ''}`
}

/** Some providers give a number instead of a title. */
function titleOf({ title = '', url = '' }: Citation): string {
  if (title !== '' && !/^\d+$/.test(title)) return title
  return URL.parse(url)?.host ?? (url === '' ? words.source : url)
}

/** Returns the text with a numbered link after each cited passage that does not name its source itself. */
export function withSourceLinks({ text, citations = [] }: TextBlock, sources: readonly CitedSource[]): string {
  const links = new Map<number, Set<string>>()
  for (const citation of citations) {
    const source = sources.find(({ url, title }) => (url ?? title) === (citation.url ?? citation.title))
    const link = source === undefined ? null : sourceLink(source)
    if (link === null || text.includes(citation.url ?? '') || isInCode(text, citation.end)) continue
    links.set(citation.end, (links.get(citation.end) ?? new Set()).add(link))
  }
  const places = [...links].toSorted(([a], [b]) => b - a)
  return places.reduce((whole, [at, some]) => whole.slice(0, at) + [...some].join('') + whole.slice(at), text)
}

/**
 * A Markdown link. Its address is a web address, whose characters cannot end the link. The space before it is as narrow
 * as one can be; without it, an exclamation mark would make a picture of the link.
 */
function sourceLink({ number, url }: CitedSource): string | null {
  const address = url === null ? null : URL.parse(url)
  if (address === null || (address.protocol !== 'https:' && address.protocol !== 'http:')) return null
  return `\u200A[${number}](<${address.href.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`
}

/** Whether a place is in a code block, where a link would be shown as it is written. */
function isInCode(text: string, at: number): boolean {
  const fences = text.slice(0, at).match(/^ {0,3}(```|~~~)/gm) ?? []
  return fences.length % 2 === 1
}

const MAX_LENGTH = 60
/** Marks of Markdown that would be read aloud. */
const MARKS = /^(?:[#>\-*+]+|\d+[.)])\s+|[*_`~|]+|\$\$/gm

/** Returns the first words of a message on one line, without Markdown's marks; empty if it has no text. */
export function firstWords(text: string): string {
  const line = text
    .slice(0, MAX_LENGTH * 4)
    .replaceAll(MARKS, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= MAX_LENGTH) return line
  const cut = line.slice(0, MAX_LENGTH)
  const end = cut.lastIndexOf(' ')
  return `${end > MAX_LENGTH / 2 ? cut.slice(0, end) : cut}…`
}
