import { Lexer } from 'marked'

/** One top-level block of a Markdown text. Code fences are told apart, because they are drawn without a parser. */
export type MarkdownBlock =
  | { readonly type: 'markdown'; readonly source: string }
  | { readonly type: 'code'; readonly language: string; readonly code: string; readonly source: string }

/** A text cut into blocks, and how much of it can't change any more however the text goes on. */
export interface MarkdownBlocks {
  readonly text: string
  readonly blocks: readonly MarkdownBlock[]
  /** The first `frozenCount` blocks, made of the first `frozenLength` characters, are final. */
  readonly frozenCount: number
  readonly frozenLength: number
}

export const NO_BLOCKS: MarkdownBlocks = { text: '', blocks: [], frozenCount: 0, frozenLength: 0 }

/** References and footnotes reach across blocks, so a text that defines one is drawn as a whole. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m

/**
 * Cuts a growing text into blocks. Only the open tail is parsed again: what came before the last block is final, and
 * those blocks keep their identity, so that nothing of them is drawn again.
 */
export function extendBlocks(previous: MarkdownBlocks, text: string): MarkdownBlocks {
  if (text === previous.text) return previous
  const goesOn = text.startsWith(previous.text)
  const base = goesOn ? previous : NO_BLOCKS
  const definitionArea = text.slice(Math.max(0, base.text.lastIndexOf('\n')))
  if (DEFINITION.test(base === NO_BLOCKS ? text : definitionArea) || isWhole(base)) return whole(text)
  return cut(base, text)
}

function cut(base: MarkdownBlocks, text: string): MarkdownBlocks {
  const frozen = base.blocks.slice(0, base.frozenCount)
  const tail = tokens(text.slice(base.frozenLength))
  const lastIndex = tail.findLastIndex((token) => token.type !== 'space')
  const blocks = [...frozen]
  let { frozenCount, frozenLength } = base
  for (const [index, token] of tail.entries()) {
    if (index === lastIndex) frozenCount = blocks.length
    if (index < lastIndex) frozenLength += token.raw.length
    if (token.type !== 'space') blocks.push(toBlock(token))
  }
  return { text, blocks, frozenCount, frozenLength }
}

interface TopToken {
  readonly type: string
  readonly raw: string
  readonly lang?: string
  readonly text?: string
  readonly codeBlockStyle?: string
}

function tokens(text: string): readonly TopToken[] {
  // blockTokens alone: the inline part is left to the renderer.
  return new Lexer({ gfm: true }).blockTokens(text, [])
}

function toBlock(token: TopToken): MarkdownBlock {
  if (token.type !== 'code' || token.codeBlockStyle === 'indented') return { type: 'markdown', source: token.raw }
  const language = (token.lang ?? '').split(/\s/)[0] ?? ''
  return { type: 'code', language, code: token.text ?? '', source: token.raw }
}

function whole(text: string): MarkdownBlocks {
  return { text, blocks: [{ type: 'markdown', source: text }], frozenCount: 0, frozenLength: 0 }
}

function isWhole(blocks: MarkdownBlocks): boolean {
  const only = blocks.blocks.length === 1 ? blocks.blocks[0] : undefined
  return only?.type === 'markdown' && only.source === blocks.text && DEFINITION.test(blocks.text)
}
