import { Lexer } from 'marked'

import { isQuickToCut } from './markdown-gate.ts'

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
const DEFINITION = /^ {0,3}\[[^[\]]{1,999}\]:/m

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
  return cutInSteps(base, text)
}

/** As much is given to the parser at first, then twice as much each time: what it can finish is not parsed again. */
const STEP = 4_000
/** Blocks that are drawn one by one; what lies behind them is one more. */
const MAX_BLOCKS = 2_000

/** What is not quick to cut, or too much, stays one block at the end, which is parsed away from the page. */
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
    // What was not finished is parsed again with the next step.
    step = next.frozenLength > blocks.frozenLength ? STEP : 2 * step
    blocks = next
  }
  return blocks
}

/** The end of the line at a place, or of the text. */
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
 * What is final: every block before the last one of the text's whole lines. The last block may go on with the next line
 * (a list, a table, a heading that is underlined), and a line that is not whole may still turn out to be part of it.
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
  // blockTokens alone: the inline part is left to the renderer.
  return new Lexer({ gfm: true }).blockTokens(text, [])
}

function toBlock(token: TopToken): MarkdownBlock {
  if (token.type !== 'code' || token.codeBlockStyle === 'indented')
    return { type: 'markdown', source: token.raw.replace(/\n+$/, '') }
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
