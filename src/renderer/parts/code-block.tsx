import { memo, useMemo, type ReactNode } from 'react'

import styles from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'
import type { CodeLine } from './highlight-tokens.ts'
import { InPieces } from './long-text.tsx'
import { useColoredCode } from './use-colored-code.ts'

/** A fenced code block: its language, a copy button, highlighted lines. */
export const CodeBlock = memo(function CodeBlock({ language, code }: { language: string; code: string }) {
  const isLong = useMemo(() => code.split('\n', MAX_LINES + 1).length > MAX_LINES, [code])
  return (
    <figure className={styles.block} aria-label={language === '' ? 'Code' : `Code, ${language}`}>
      <figcaption className={styles.caption}>
        <span>{language === '' ? 'text' : language}</span>
        <CopyButton text={code} label="Copy code" />
      </figcaption>
      {isLong ? (
        <InPieces text={code}>{(shown) => <CodeFrame>{shown}</CodeFrame>}</InPieces>
      ) : (
        <CodeFrame>
          <ColoredCode language={language} code={code} />
        </CodeFrame>
      )}
    </figure>
  )
})

function CodeFrame({ children }: { children: ReactNode }) {
  return (
    <pre className={styles.code}>
      <code>{children}</code>
    </pre>
  )
}

/** Code with more lines is shown as plain text: one element per line would block the page. */
const MAX_LINES = 2_000

function ColoredCode({ language, code }: { language: string; code: string }) {
  const lines = useColoredCode(language.toLowerCase(), code)
  return lines.map((line, index) => <CodeLineView key={index} line={line} isLast={index === lines.length - 1} />)
}

const CodeLineView = memo(function CodeLineView({ line, isLast }: { line: CodeLine; isLast: boolean }) {
  return (
    <span>
      {line.map((token, index) => (
        <span key={index} className={token.kind === null ? undefined : styles[`token-${token.kind}`]}>
          {token.text}
        </span>
      ))}
      {isLast ? '' : '\n'}
    </span>
  )
})
