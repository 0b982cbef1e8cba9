import type { AgentView } from '../../shared/agent-view.ts'
import { meantText } from '../../shared/tool-search.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { type MarkdownTree, parseMarkdown } from '../parts/markdown-tree.ts'

const MAX_LINES = 2
/**
 * The part of a long text in which the last lines are looked for, UTF-16 units. It is parsed with each change of a card,
 * and some inputs take quadratic time.
 */
const MAX_LENGTH = 600

/** Returns the last lines of what an agent says or said as they are read, without Markdown. Empty: nothing yet. */
export function lastLines(view: AgentView | undefined): readonly string[] {
  const text = view === undefined ? '' : (streamedText(view) ?? recordedText(view))
  return visibleText(plainText(parseMarkdown(text.slice(-MAX_LENGTH))), 'shown')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-MAX_LINES)
}

/** Elements that are lines of their own. */
const LINES: ReadonlySet<string> = new Set([
  'p',
  'li',
  'tr',
  'pre',
  'blockquote',
  'hr',
  'br',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
const CELLS: ReadonlySet<string> = new Set(['td', 'th'])

type Node = MarkdownTree | MarkdownTree['children'][number]

/** Returns the words of a parsed text, one line per block. */
function plainText(node: Node): string {
  if (node.type === 'text') return node.value
  if (!('children' in node)) return ''
  const inner = node.children.map((child) => plainText(child)).join('')
  if (node.type !== 'element') return inner
  if (CELLS.has(node.tagName)) return `${inner} `
  if (node.tagName === 'tr') return `\n${inner.replaceAll(/\s+/g, ' ')}\n`
  return LINES.has(node.tagName) ? `\n${inner}\n` : inner
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
