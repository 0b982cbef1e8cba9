import { isQuickToParse } from '../markdown-gate.ts'
import { windowMarkdownParser } from '../markdown-parser.ts'
import { parseMarkdown } from '../markdown-tree.ts'
import { webAddress } from '../safe-link.tsx'
import { FORMULA_CLASS } from './formula-syntax.ts'
import { formulaOf } from './formula-text.ts'
import type { TableText } from './table-cells.ts'
import { type TreeNode, treeText } from './tree-node.ts'

/** Elements whose contents are kept without them: they are there for the window's styles, or say nothing elsewhere. */
const UNWRAPPED = new Set(['span', 'section', 'input'])

/** Copies Markdown as it is written and, for programs that take it, as rich text. Rejects if nothing can be copied. */
export async function copyMarkdown(text: string): Promise<void> {
  await write(text, () => markdownHtml(text))
}

/** Copies a table as `text` and as rich text. Rejects if nothing can be copied. */
export async function copyTable(text: string, rows: TableText): Promise<void> {
  await write(text, async () => html([tableTree(rows)]))
}

async function write(text: string, rich: () => Promise<string | null>): Promise<void> {
  const found = await rich().catch(() => null)
  if (found === null) return navigator.clipboard.writeText(text)
  const item = {
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': new Blob([found], { type: 'text/html' }),
  }
  await navigator.clipboard.write([new ClipboardItem(item)]).catch(() => navigator.clipboard.writeText(text))
}

/** Null: the text is too large, or takes too long to parse. */
async function markdownHtml(text: string): Promise<string | null> {
  const tree = isQuickToParse(text)
    ? parseMarkdown(text)
    : await windowMarkdownParser.parse(text, new AbortController().signal)
  return tree === null || tree === undefined ? null : html(tree.children)
}

/** The browser writes the HTML, so that every text is escaped. */
function html(nodes: readonly TreeNode[]): string {
  const page = document.implementation.createHTMLDocument()
  for (const node of nodes) append(page.body, node)
  return page.body.innerHTML
}

function append(parent: Element, node: TreeNode): void {
  const { tagName, properties = {}, children = [] } = node
  if (tagName === undefined) return parent.append(node.value ?? '')
  if (tagName === 'img') return parent.append(textOf(properties['alt']))
  // The notes have no page of their own to lead to.
  if (properties['dataFootnoteBackref'] !== undefined) return
  if (tagName === 'input') parent.append(properties['checked'] === true ? '☑' : '☐')
  const element = UNWRAPPED.has(tagName) ? parent : parent.appendChild(parent.ownerDocument.createElement(tagName))
  const address = tagName === 'a' ? webAddress(textOf(properties['href'])) : null
  if (address !== null) element.setAttribute('href', address.href)
  if (tagName === 'ol' && textOf(properties['start']) !== '') element.setAttribute('start', textOf(properties['start']))
  if (isFormula(node)) return element.append(formulaOf(treeText(node)).latex)
  for (const child of children) append(element, child)
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isFormula({ tagName, properties }: TreeNode): boolean {
  const classes = properties?.['className']
  return tagName === 'code' && Array.isArray(classes) && classes.includes(FORMULA_CLASS)
}

function tableTree([header = [], ...body]: TableText): TreeNode {
  const element = (tagName: string, children: TreeNode[]): TreeNode => ({ type: 'element', tagName, children })
  const row = (cells: readonly string[], name: string): TreeNode =>
    element(
      'tr',
      cells.map((value) => element(name, [{ type: 'text', value }])),
    )
  return element('table', [
    element('thead', [row(header, 'th')]),
    element(
      'tbody',
      body.map((cells) => row(cells, 'td')),
    ),
  ])
}
