import { memo, useState } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

import { CodeBlock } from './code-block.tsx'
import { LongText } from './long-text.tsx'
import { extendBlocks, NO_BLOCKS, type MarkdownBlock, type MarkdownBlocks } from './markdown-blocks.ts'
import styles from './markdown-view.module.css'
import { SafeLink } from './safe-link.tsx'
import { pictureUrls, TextPicture } from './text-picture.tsx'
import { useDrawTurn, useParsedMarkdown } from './use-parsed-markdown.ts'

/** Text after this number of characters is shown as plain text. */
const MAX_LENGTH = 200_000

/**
 * Renders Markdown that may still grow. Finished blocks are rendered once; when text is appended, only the open end is
 * parsed and rendered again. Raw HTML is shown as text; images are shown if the text contains them, and are links otherwise.
 */
export function MarkdownView({ text }: { text: string }) {
  const [cut] = useState(createBlockCutter)
  // A carriage return ends a line in Markdown. The browser takes several times as long to lay it out as a newline.
  const unified = text.replace(/\r\n?/g, '\n')
  return (
    <div className={styles.markdown}>
      {cut(unified.slice(0, MAX_LENGTH)).blocks.map((block, index) => (
        <MarkdownBlockView key={index} {...blockProps(block)} />
      ))}
      {unified.length > MAX_LENGTH ? <LongText text={unified.slice(MAX_LENGTH)} /> : null}
    </div>
  )
}

/** Creates a splitter that keeps its last result, so that appended text is not parsed from the start. */
function createBlockCutter(): (text: string) => MarkdownBlocks {
  let last = NO_BLOCKS
  return (text) => (last = extendBlocks(last, text))
}

interface BlockProps {
  readonly language: string | null
  readonly source: string
}

function blockProps(block: MarkdownBlock): BlockProps {
  return block.type === 'code'
    ? { language: block.language, source: block.code }
    : { language: null, source: block.source }
}

const MarkdownBlockView = memo(function MarkdownBlockView({ language, source }: BlockProps) {
  if (language !== null) return <CodeInTurn language={language} code={source} />
  return <ParsedMarkdownView source={source} />
})

function CodeInTurn({ language, code }: { language: string; code: string }) {
  return useDrawTurn(code.length) ? <CodeBlock language={language} code={code} /> : <LongText text={code} />
}

function ParsedMarkdownView({ source }: { source: string }) {
  const parsed = useParsedMarkdown(source)
  if (parsed.type === 'plain') return <LongText text={source} />
  // Replaces the parsed tree by the worker's tree; the later steps of the parser (links, raw HTML) still run.
  const rehypePlugins = parsed.type === 'tree' ? [() => () => structuredClone(parsed.tree)] : []
  return (
    <Markdown remarkPlugins={PLUGINS} rehypePlugins={rehypePlugins} components={COMPONENTS} urlTransform={pictureUrls}>
      {parsed.type === 'tree' ? '' : source}
    </Markdown>
  )
}

const PLUGINS = [remarkGfm]

const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ alt, src }) => <TextPicture alt={alt} src={src} />,
  table: ({ children }) => (
    <div className={styles.tableScroll}>
      <table>{children}</table>
    </div>
  ),
  // Empty header cells are rendered as ordinary cells.
  th: ({ children }) => {
    const Cell = children === undefined ? 'td' : 'th'
    return <Cell>{children}</Cell>
  },
  // A code block replaces the `pre`; `code` distinguishes block and inline code by its parent.
  pre: ({ node }) => {
    const { language, code } = fencedCode(node?.children[0])
    return <CodeBlock language={language} code={code} />
  },
}

type SyntaxNode = NonNullable<
  Parameters<Extract<Components['pre'], (...args: never[]) => unknown>>[0]['node']
>['children'][number]

function fencedCode(node: SyntaxNode | undefined): { language: string; code: string } {
  if (node?.type !== 'element') return { language: '', code: '' }
  const classes = node.properties['className']
  const name = Array.isArray(classes) ? classes.map(String).find((each) => each.startsWith('language-')) : undefined
  const text = node.children[0]
  const code = text?.type === 'text' ? text.value.replace(/\n$/, '') : ''
  return { language: name?.slice('language-'.length) ?? '', code }
}
