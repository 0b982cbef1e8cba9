import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

import type { AttachmentBlock } from '../../shared/attachment.ts'
import { shownFileName } from '../../shared/attachment-words.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { fileFacts } from '../parts/file-facts.ts'
import { LongText } from '../parts/long-text.tsx'
import { LoadedPdf } from '../parts/rich/loaded-pdf.tsx'
import { saveFile } from '../parts/save-file.ts'
import { texts } from '../text/texts.ts'
import styles from './file-dialog.module.css'

const words = texts.message.files

export function SaveStoredFile({ file }: { readonly file: AttachmentBlock }) {
  const { content } = useActions()

  async function save(): Promise<void> {
    const blob = await content.blob(file)
    if (blob !== null) saveFile(blob, file.name)
  }

  return (
    <Button tone="quiet" onClick={() => void save()}>
      <Download aria-hidden /> {words.save}
    </Button>
  )
}

interface PdfFileProps {
  readonly file: AttachmentBlock
  /** The page that is shown, from 1. */
  readonly page: number
  onPage(page: number): void
  /** Buttons. */
  readonly children: ReactNode
}

/** The pages of a stored PDF, or its text. */
export function PdfFile({ file, children, ...page }: PdfFileProps) {
  const { content } = useActions()
  const name = visibleText(shownFileName(file))
  const text = <ExtractedText file={file} />
  return (
    <LoadedPdf key={file.sha256} name={name} read={() => content.blob(file)} text={text} {...page}>
      {children}
    </LoadedPdf>
  )
}

/** The text of a file as models are sent it. */
export function ExtractedText({ file }: { readonly file: AttachmentBlock }) {
  const { content } = useActions()
  const [text, setText] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    void content.text(file).then((found) => (isCurrent ? setText(found) : undefined))
    return () => {
      isCurrent = false
    }
  }, [content, file])
  return (
    <div className={styles.text} data-first-focus tabIndex={-1}>
      <p className={styles.facts}>{fileFacts(file).join(' · ')}</p>
      {text === undefined ? <p>{texts.common.loading}</p> : null}
      {text === null ? <p>{words.noText}</p> : null}
      {typeof text === 'string' ? <LongText text={visibleText(text)} /> : null}
    </div>
  )
}
