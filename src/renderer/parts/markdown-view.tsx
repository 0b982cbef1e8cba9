import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { isValidElement, memo, type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import type { Components } from 'react-markdown'

import { Button } from './button.tsx'
import { CodeBlock } from './code-block.tsx'
import { LongText } from './long-text.tsx'
import { extendBlocks, type MarkdownBlock, type MarkdownBlocks, NO_BLOCKS } from './markdown-blocks.ts'
import styles from './markdown-view.module.css'
import { codeInfo, isClosedFence } from './rich/code-facts.ts'
import { createFormulaLimit, FormulaLimitContext } from './rich/formula-limit.ts'
import { Footnote, FootnotePrefixContext, FootnoteReturn, Footnotes, FootnoteSign } from './rich/footnotes.tsx'
import { FORMULA_CLASS } from './rich/formula-syntax.ts'
import { FormulaView } from './rich/formula-view.tsx'
import { LoadedDiagram } from './rich/loaded-diagram.tsx'
import { MarkdownContext } from './rich/markdown-context.ts'
import { TableView } from './rich/table-view.tsx'
import { type TreeNode, treeText } from './rich/tree-node.ts'
import { SourceLink } from './source-link.tsx'
import { useDrawTurn, useParsedMarkdown } from './use-parsed-markdown.ts'
import { texts } from '../text/texts.ts'
import { isEmbeddedPicture } from './rich/safe-urls.ts'
import { SafeLink } from './safe-link.tsx'
import pictureStyles from './text-picture.module.css'

/** Text after this number of characters is shown as plain text. */
const MAX_LENGTH = 200_000

interface MarkdownViewProps {
  readonly text: string
  /** Whether the text is still being received. Its end is then closed, so that no syntax flashes. */
  readonly live?: boolean
}

/**
 * Renders Markdown that may still grow. Finished blocks are rendered once; when text is appended, only the open end is
 * parsed and rendered again. A few harmless tags are elements, other HTML is shown as text; images are shown if the
 * text contains them, and are links otherwise.
 */
export function MarkdownView({ text, live = false }: MarkdownViewProps) {
  const [cut] = useState(createBlockCutter)
  const [formulas] = useState(createFormulaLimit)
  const hasMoreFormulas = useSyncExternalStore(formulas.subscribe, formulas.isReached)
  // A carriage return ends a line in Markdown. The browser takes several times as long to lay it out as a newline.
  const unified = text.replace(/\r\n?/g, '\n')
  const { blocks } = cut(unified.slice(0, MAX_LENGTH))
  return (
    <MarkdownContext value={renderMarkdown}>
      <div className={styles.markdown} data-live={live}>
        <FormulaLimitContext value={formulas}>
          {live ? <LiveGroups blocks={blocks} /> : <Blocks blocks={blocks} first={0} live={false} hasLast />}
        </FormulaLimitContext>
        {hasMoreFormulas ? (
          <Button tone="quiet" onClick={formulas.raise}>
            {texts.parts.moreFormulas}
          </Button>
        ) : null}
        {unified.length > MAX_LENGTH ? <LongText text={unified.slice(MAX_LENGTH)} /> : null}
      </div>
    </MarkdownContext>
  )
}

/** Blocks of a growing text that the browser skips together. */
const GROUP_SIZE = 8

function LiveGroups({ blocks }: { blocks: readonly MarkdownBlock[] }) {
  return Array.from({ length: Math.ceil(blocks.length / GROUP_SIZE) }, (_, group) => {
    const first = group * GROUP_SIZE
    const end = first + GROUP_SIZE
    return (
      <div key={group} className={styles.near}>
        <div className={styles.group}>
          <LiveGroup blocks={blocks.slice(first, end)} first={first} live hasLast={end >= blocks.length} />
        </div>
      </div>
    )
  })
}

interface BlocksProps {
  readonly blocks: readonly MarkdownBlock[]
  /** Index of the first one in the whole text. */
  readonly first: number
  readonly live: boolean
  /** Whether they are the end of the text. */
  readonly hasLast: boolean
}

function Blocks({ blocks, first, live, hasLast }: BlocksProps) {
  return blocks.map((block, index) => (
    <MarkdownBlockView
      key={first + index}
      {...blockProps(block)}
      live={live}
      isLast={hasLast && index === blocks.length - 1}
    />
  ))
}

/** Not rendered again while its blocks are the same. */
const LiveGroup = memo(
  Blocks,
  (a, b) =>
    a.hasLast === b.hasLast &&
    a.blocks.length === b.blocks.length &&
    a.blocks.every((block, i) => block === b.blocks[i]),
)

export function renderMarkdown(text: string): ReactNode {
  return <MarkdownView text={text} />
}

/** Creates a splitter that keeps its last result, so that appended text is not parsed from the start. */
function createBlockCutter(): (text: string) => MarkdownBlocks {
  let last = NO_BLOCKS
  return (text) => (last = extendBlocks(last, text))
}

interface BlockProps {
  readonly type: MarkdownBlock['type']
  readonly source: string
  /** Of a block of code: the text after the fence, and whether the block is closed. */
  readonly info: string
  readonly isClosed: boolean
}

function blockProps(block: MarkdownBlock): BlockProps {
  return block.type === 'code'
    ? { type: 'code', source: block.code, info: block.info, isClosed: isClosedFence(block.source) }
    : { type: block.type, source: block.source, info: '', isClosed: false }
}

type BlockViewProps = BlockProps & { readonly live: boolean; readonly isLast: boolean }

const MarkdownBlockView = memo(function MarkdownBlockView({
  type,
  source,
  info,
  isClosed,
  live,
  isLast,
}: BlockViewProps) {
  const isGrowing = live && isLast
  if (type === 'formula') return <FormulaView source={source} />
  if (type === 'code') return <FencedCode info={info} code={source} isComplete={!isGrowing || isClosed} live={live} />
  return <ParsedMarkdownView source={source} isGrowing={isGrowing} />
})

interface FencedCodeProps {
  readonly info: string
  readonly code: string
  readonly isComplete: boolean
  readonly live: boolean
}

function FencedCode({ info, code, isComplete, live }: FencedCodeProps) {
  const hasTurn = useDrawTurn(code.length)
  const { language, fileName } = codeInfo(info)
  if (!hasTurn) return <LongText text={code} />
  if (isComplete && language === 'math') return <FormulaView source={`$$${code}$$`} />
  if (isComplete && language === 'mermaid') return <LoadedDiagram code={code} />
  return <CodeBlock language={language} fileName={fileName} code={code} isAnswer={!live} />
}

function ParsedMarkdownView({ source, isGrowing }: { source: string; isGrowing: boolean }) {
  const tree = useParsedMarkdown(source, isGrowing)
  const prefix = useId()
  if (tree === null) return <LongText text={source} />
  // Its type needs a global namespace that React does not declare any more.
  const element: unknown = toJsxRuntime(tree, { Fragment, jsx, jsxs, components: COMPONENTS, passNode: true })
  return isValidElement(element) ? <FootnotePrefixContext value={prefix}>{element}</FootnotePrefixContext> : null
}

const COMPONENTS: Components = {
  a: ({ href = '', id, node, children }) => {
    const { dataFootnoteRef: isSign, dataFootnoteBackref: isReturn } = asTree(node).properties ?? {}
    const Link = isSign === true ? FootnoteSign : isReturn !== undefined ? FootnoteReturn : null
    if (Link === null) return <SourceLink href={href}>{children}</SourceLink>
    return (
      <Link id={id} href={href}>
        {children}
      </Link>
    )
  },
  li: ({ node: _node, id, children, ...properties }) =>
    id === undefined ? <li {...properties}>{children}</li> : <Footnote id={id}>{children}</Footnote>,
  // The notes are named by their section.
  h2: ({ node: _node, id, children, ...properties }) => (id === undefined ? <h2 {...properties}>{children}</h2> : null),
  section: ({ children }) => <Footnotes>{children}</Footnotes>,
  img: ({ alt, src }) => <TextPicture alt={alt} src={src} />,
  table: ({ node, children }) => <TableView table={asTree(node)}>{children}</TableView>,
  // Empty header cells are rendered as ordinary cells.
  th: ({ node: _node, children, ...properties }) => {
    const Cell = children === undefined ? 'td' : 'th'
    return <Cell {...properties}>{children}</Cell>
  },
  // Of a list of tasks. They cannot be ticked, so their names are their states.
  input: ({ checked }) => <input type="checkbox" checked={checked} disabled readOnly aria-label={taskState(checked)} />,
  // A code block replaces the `pre`; `code` distinguishes block and inline code by its parent.
  pre: ({ node }) => {
    const { info, code } = fencedCode(asTree(node).children?.[0])
    return <FencedCode info={info} code={code} isComplete live={false} />
  },
  code: ({ className, node, children }) =>
    className === FORMULA_CLASS ? <FormulaView source={treeText(asTree(node))} /> : <code dir="ltr">{children}</code>,
}

function taskState(isDone: boolean | undefined): string {
  const { done, open } = texts.parts.plan.states
  return isDone === true ? done : open
}

const EMPTY: TreeNode = { type: 'root' }

function asTree(node: object | undefined): TreeNode {
  return node !== undefined && 'type' in node && typeof node.type === 'string' ? { ...node, type: node.type } : EMPTY
}

function fencedCode(node: TreeNode | undefined): { info: string; code: string } {
  const classes = node?.properties?.['className']
  const name = Array.isArray(classes) ? classes.map(String).find((each) => each.startsWith('language-')) : undefined
  return {
    info: name?.slice('language-'.length) ?? '',
    code: node === undefined ? '' : treeText(node).replace(/\n$/, ''),
  }
}

interface TextPictureProps {
  readonly src: string | undefined
  readonly alt: string | undefined
}

/**
 * A picture in a model's text. An embedded one is shown; nothing is loaded for others, which are links with their host.
 */
function TextPicture({ src, alt = '' }: TextPictureProps) {
  const [isBroken, setIsBroken] = useState(false)
  if (src !== undefined && isEmbeddedPicture(src) && !isBroken) {
    return <img className={pictureStyles.picture} src={src} alt={alt} onError={() => setIsBroken(true)} />
  }
  return (
    <SafeLink href={src}>
      {texts.parts.image.label({ description: alt === '' ? texts.parts.image.noDescription : alt })}
    </SafeLink>
  )
}
