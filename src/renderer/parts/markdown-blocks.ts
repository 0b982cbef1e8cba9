import { Lexer } from 'marked'

import { continuesWords } from './continues-words.ts'
import { isQuickToCut } from './markdown-gate.ts'
import { BLOCK_OPTIONS } from './rich/display-blocks.ts'

/**
 * One top-level block of a Markdown text. Code fences and formulas have types of their own, because they are rendered
 * without a parser. `info` is the text after the opening fence.
 */
export type MarkdownBlock =
  | { readonly type: 'markdown'; readonly source: string }
  | { readonly type: 'formula'; readonly source: string }
  | { readonly type: 'code'; readonly info: string; readonly code: string; readonly source: string }

/** A text split into blocks, and how much of it cannot change when more text is appended. */
export interface MarkdownBlocks {
  readonly text: string
  readonly blocks: readonly MarkdownBlock[]
  /** The first `frozenCount` blocks, made of the first `frozenLength` characters, are final. */
  readonly frozenCount: number
  readonly frozenLength: number
}

export const NO_BLOCKS: MarkdownBlocks = { text: '', blocks: [], frozenCount: 0, frozenLength: 0 }

/** References and footnotes affect other blocks, so a text that defines one is rendered as one block. */
const DEFINITION = /^ {0,3}\[[^[\]]{1,999}\]:/m

/**
 * Splits a growing text into blocks. Only the open end is parsed again: blocks before the last one are final and keep
 * their identity, so they are not rendered again.
 */
export function extendBlocks(previous: MarkdownBlocks, text: string): MarkdownBlocks {
  if (text === previous.text) return previous
  const base = text.startsWith(previous.text) ? previous : NO_BLOCKS
  const definitionArea = text.slice(Math.max(0, base.text.lastIndexOf('\n')))
  if (DEFINITION.test(base === NO_BLOCKS ? text : definitionArea) || isWhole(base)) return whole(text)
  return withLongerEnd(base, text) ?? cutInSteps(base, text)
}

/** Adds words to the last block; null if it may become another one, or more than one. */
function withLongerEnd(previous: MarkdownBlocks, text: string): MarkdownBlocks | null {
  const last = previous.blocks.at(-1)
  if (last?.type !== 'markdown' || !previous.text.endsWith(last.source)) return null
  if (!isQuickToCut(text.slice(previous.frozenLength))) return null
  const added = text.slice(previous.text.length)
  // A space at the end belongs to a paragraph and not to a list.
  if (added.endsWith(' ') || !continuesWords(last.source, added)) return null
  return { ...previous, text, blocks: previous.blocks.with(-1, { ...last, source: last.source + added }) }
}

/**
 * Number of characters in the parser's first step; doubled until a block is complete, which is then not parsed again.
 */
const STEP = 4_000
/** Maximum number of separate blocks; the rest of the text is one more. */
const MAX_BLOCKS = 2_000

/** Text that is slow to split, or too long, remains one block at the end, which a worker parses. */
function cutInSteps(base: MarkdownBlocks, text: string): MarkdownBlocks {
  let blocks = base
  let step = STEP
  for (let end = Math.max(base.frozenLength, base.text.length); end < text.length;) {
    end = stepEnd(text, end + step)
    if (blocks.frozenCount > MAX_BLOCKS || !isQuickToCut(text.slice(blocks.frozenLength, end))) {
      const rest: MarkdownBlock = { type: 'markdown', source: text.slice(blocks.frozenLength) }
      return { ...blocks, text, blocks: [...blocks.blocks.slice(0, blocks.frozenCount), rest] }
    }
    const next = cut(blocks, text.slice(0, end))
    // An incomplete block is parsed again with the next step.
    step = next.frozenLength > blocks.frozenLength ? STEP : 2 * step
    blocks = next
  }
  return blocks
}

/** Returns the end of the line at a position, or of the text. */
function stepEnd(text: string, place: number): number {
  const end = text.indexOf('\n', place)
  return end === -1 ? text.length : end + 1
}

function cut(base: MarkdownBlocks, text: string): MarkdownBlocks {
  const frozen = freeze(base, text)
  const blocks = [...frozen.blocks, ...tokens(text.slice(frozen.length)).filter(isDrawn).map(toBlock)]
  return { text, blocks, frozenCount: frozen.blocks.length, frozenLength: frozen.length }
}

/**
 * Returns the final part: every block before the last one of the text's complete lines. The last block may continue on
 * the next line (a list, a table, a setext heading), and an incomplete line may become part of it.
 */
function freeze(base: MarkdownBlocks, text: string): { blocks: readonly MarkdownBlock[]; length: number } {
  const open = tokens(text.slice(base.frozenLength, text.lastIndexOf('\n') + 1))
  const final = open.slice(0, Math.max(0, open.findLastIndex(isDrawn)))
  return {
    blocks: [...base.blocks.slice(0, base.frozenCount), ...final.filter(isDrawn).map(toBlock)],
    length: final.reduce((length, token) => length + token.raw.length, base.frozenLength),
  }
}

function isDrawn(token: TopToken): boolean {
  return token.type !== 'space'
}

interface TopToken {
  readonly type: string
  readonly raw: string
  readonly lang?: string
  readonly text?: string
  readonly codeBlockStyle?: string
}

function tokens(text: string): readonly TopToken[] {
  // Only `blockTokens`: the renderer parses the inline content.
  return new Lexer(BLOCK_OPTIONS).blockTokens(text, [])
}

function toBlock(token: TopToken): MarkdownBlock {
  if (token.type !== 'code' || token.codeBlockStyle === 'indented')
    return { type: token.type === 'formula' ? 'formula' : 'markdown', source: token.raw.replace(/\n+$/, '') }
  return { type: 'code', info: (token.lang ?? '').trim(), code: token.text ?? '', source: token.raw }
}

function whole(text: string): MarkdownBlocks {
  return { text, blocks: [{ type: 'markdown', source: text }], frozenCount: 0, frozenLength: 0 }
}

function isWhole(blocks: MarkdownBlocks): boolean {
  const only = blocks.blocks.length === 1 ? blocks.blocks[0] : undefined
  return only?.type === 'markdown' && only.source === blocks.text && DEFINITION.test(blocks.text)
}
