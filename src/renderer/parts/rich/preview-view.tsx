import { use, useEffect, useEffectEvent, useRef, useState } from 'react'

import { Button } from '../button.tsx'
import { saveFile } from '../save-file.ts'
import { texts } from '../../text/texts.ts'
import type { PreviewKind } from './code-facts.ts'
import { MarkdownContext } from './markdown-context.ts'
import styles from './preview-view.module.css'
import { openSandbox } from './sandbox.ts'

const words = texts.parts.preview

/** A page that does not answer for this time is ended, ms. */
const LIMIT_MS = 5_000

export interface PreviewViewProps {
  readonly kind: PreviewKind
  readonly code: string
  readonly name: string
  /** The name of the saved file. */
  readonly saveAs: string
  /** Whether it is as high as its place. Missing: it has a height of its own. */
  readonly fills?: boolean
}

/**
 * Renders code as a page or as Markdown. A page runs in a frame of its own origin without network; Markdown is rendered
 * as answers are, without scripts.
 */
export function PreviewView({ kind, code, name, saveAs, fills = false }: PreviewViewProps) {
  const [run, setRun] = useState(0)
  const [hasHung, setHung] = useState(false)
  const renderMarkdown = use(MarkdownContext)
  if (kind === 'markdown') {
    return (
      <div className={styles.preview} data-fills={fills}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <div className={styles.markdown} role="region" aria-label={words.label({ file: name })} tabIndex={0}>
          {renderMarkdown(code)}
        </div>
        <div className={styles.buttons}>
          <SaveButton code={code} saveAs={saveAs} />
        </div>
      </div>
    )
  }
  const reload = () => {
    setHung(false)
    setRun(run + 1)
  }
  return (
    <div className={styles.preview} data-fills={fills}>
      {hasHung ? (
        <p role="alert" className={styles.note}>
          {words.hangs}
        </p>
      ) : (
        <PreviewFrame key={run} code={code} name={name} onHang={() => setHung(true)} />
      )}
      <div className={styles.buttons}>
        <Button tone="quiet" onClick={reload}>
          {words.reload}
        </Button>
        <SaveButton code={code} saveAs={saveAs} />
      </div>
    </div>
  )
}

function SaveButton({ code, saveAs }: { code: string; saveAs: string }) {
  return (
    <Button tone="quiet" onClick={() => saveFile(new Blob([code]), saveAs)}>
      {texts.message.files.save}
    </Button>
  )
}

function PreviewFrame({ code, name, onHang }: { code: string; name: string; onHang: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const hung = useEffectEvent(onHang)
  useEffect(() => {
    if (frame.current === null) return
    const sandbox = openSandbox(frame.current, { html: code, limitMs: LIMIT_MS, onHang: () => hung() })
    return () => sandbox.close()
  }, [code])
  return <iframe ref={frame} className={styles.frame} title={words.label({ file: name })} sandbox="" />
}
