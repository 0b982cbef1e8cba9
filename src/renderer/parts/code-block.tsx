import { type KeyboardEvent, memo, type ReactNode, use, useId, useMemo, useRef, useState } from 'react'

import styles from './code-block.module.css'
import { Button } from './button.tsx'
import { formatCount } from './format-figures.ts'
import type { CodeLine } from './highlight-tokens.ts'
import { InPieces } from './long-text.tsx'
import { CodeHeader } from './rich/code-header.tsx'
import { type CodeInfo, FOLDED_FROM, FOLDED_TO, previewKind, saveName } from './rich/code-facts.ts'
import { type CodeView, PreviewContext, UnfoldedContext, useCodeView } from './rich/code-view-context.ts'
import { useColoredCode } from './use-colored-code.ts'
import { useOverflow } from './use-overflow.ts'
import { texts } from '../text/texts.ts'
import { LoadedPreview } from './rich/loaded-preview.tsx'

const words = texts.parts.code

interface CodeBlockProps {
  readonly language: string
  readonly code: string
  readonly fileName?: string | null
  /** Whether long code is folded, and code of pages can be previewed: in answers that are complete. */
  readonly isAnswer?: boolean
}

/** The header of code with more lines stays in view while it is scrolled. */
const TALL = 12

/** A code block: a header that stays in view if it is long, highlighted lines, folded if there are many. */
export const CodeBlock = memo(function CodeBlock({
  language,
  code,
  fileName = null,
  isAnswer = false,
}: CodeBlockProps) {
  const info: CodeInfo = { language, fileName }
  const lines = useMemo(() => code.split('\n').length, [code])
  const canFold = isAnswer && lines > FOLDED_FROM && !use(UnfoldedContext)
  const [isOpen, setOpen] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const showBeside = use(PreviewContext)
  const { view, change } = useCodeView()
  const kind = isAnswer ? previewKind(info, code) : null
  const isFolded = canFold && !isOpen
  const actions: CodeActions = {
    wrap: () => change({ ...view, wrap: !view.wrap }),
    number: () => change({ ...view, lineNumbers: !view.lineNumbers }),
    copy: () => void navigator.clipboard.writeText(code),
    fold: () => (canFold ? setOpen(!isOpen) : undefined),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents
    <figure
      className={styles.block}
      data-tall={lines > TALL}
      aria-label={codeName(language, lines)}
      dir="ltr"
      onKeyDown={(event) => handleKey(event, actions)}
    >
      <CodeHeader
        info={info}
        code={code}
        lines={lines}
        view={view}
        kind={kind}
        isPreviewed={isPreviewed}
        onPreview={showBeside === null ? setPreviewed : () => showBeside({ ...info, code })}
        onView={change}
      />
      {isPreviewed && kind !== null ? (
        <LoadedPreview kind={kind} code={code} name={fileName ?? language} saveAs={saveName(info)} />
      ) : (
        <CodeBody
          name={codeName(language, lines)}
          language={language}
          code={code}
          lines={lines}
          isFolded={isFolded}
          canFold={canFold}
          view={view}
        />
      )}
      {canFold && !isPreviewed ? (
        <div className={styles.fold}>
          <Button tone="quiet" onClick={actions.fold}>
            {isOpen ? words.showLess : words.showAll({ lines: formatCount(lines) })}
          </Button>
        </div>
      ) : null}
    </figure>
  )
})

function codeName(language: string, lines: number): string {
  return language === '' ? words.label({ lines }) : words.labelIn({ language, lines })
}

interface CodeActions {
  wrap(): void
  number(): void
  copy(): void
  fold(): void
}

const KEYS: Readonly<Record<string, keyof CodeActions>> = { w: 'wrap', l: 'number', c: 'copy', Enter: 'fold' }

/** The keys of a focused block. Enter on a button presses the button. */
function handleKey(event: KeyboardEvent, actions: CodeActions): void {
  const action = KEYS[event.key]
  const isIn = (selector: string) => event.target instanceof Element && event.target.closest(selector) !== null
  if (action === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  // The menu is outside of the block in the page, but its events come here.
  if (isIn('[role="menu"]') || (event.key === 'Enter' && isIn('button'))) return
  event.preventDefault()
  event.stopPropagation()
  actions[action]()
}

interface CodeBodyProps {
  readonly name: string
  readonly language: string
  readonly code: string
  readonly lines: number
  readonly isFolded: boolean
  readonly canFold: boolean
  readonly view: CodeView
}

function CodeBody({ name, language, code, lines, isFolded, canFold, view }: CodeBodyProps) {
  const shown = useMemo(() => (isFolded ? firstLines(code) : code), [isFolded, code])
  const id = useId()
  const frame = (children: ReactNode) => (
    <CodeFrame id={id} name={name} hasKeys={canFold} view={view}>
      {children}
    </CodeFrame>
  )
  if (!isFolded && lines > MAX_LINES) return <InPieces text={code}>{frame}</InPieces>
  return frame(<ColoredCode language={language} code={shown} blockId={id} />)
}

interface CodeFrameProps {
  readonly id: string
  readonly name: string
  readonly hasKeys: boolean
  readonly view: CodeView
  readonly children: ReactNode
}

/** Keys work in a block that has the focus; other blocks get it only if they scroll. */
function CodeFrame({ id, name, hasKeys, view, children }: CodeFrameProps) {
  const frame = useRef<HTMLPreElement>(null)
  const scrolls = useOverflow(frame) !== 'none'
  return (
    <pre
      ref={frame}
      id={id}
      className={styles.code}
      role="group"
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has keys, or scrolls
      tabIndex={hasKeys || scrolls ? 0 : undefined}
      data-wrap={view.wrap}
      data-numbers={view.lineNumbers}
    >
      <code>{children}</code>
    </pre>
  )
}

function firstLines(code: string): string {
  return code.split('\n', FOLDED_TO).join('\n')
}

/** Code with more lines is shown as plain text: one element per line would block the page. */
const MAX_LINES = 2_000

interface ColoredCodeProps {
  readonly language: string
  readonly code: string
  /** Of the element around it. */
  readonly blockId: string
}

function ColoredCode({ language, code, blockId }: ColoredCodeProps) {
  const lines = useColoredCode(language.toLowerCase(), code, blockId)
  return lines.map((line, index) => <CodeLineView key={index} line={line} isLast={index === lines.length - 1} />)
}

const CodeLineView = memo(function CodeLineView({ line, isLast }: { line: CodeLine; isLast: boolean }) {
  return (
    <span className={styles.line}>
      {line.map((token, index) => (
        <span key={index} className={token.kind === null ? undefined : styles[`token-${token.kind}`]}>
          {token.text}
        </span>
      ))}
      {isLast ? '' : '\n'}
    </span>
  )
})
