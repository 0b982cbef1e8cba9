import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { texts } from '../../text/texts.ts'
import { Choices } from '../choices.tsx'
import { formatCount } from '../format-figures.ts'
import { IconButton } from '../icon-button.tsx'
import { PdfPages } from './pdf-pages.tsx'
import { createPdfReader, type PdfFailure, type PdfReader } from './pdf-reader.ts'
import type { OpenedPdf } from './pdf-requests.ts'
import styles from './pdf-view.module.css'
import { usePagePlace, type PagePlace } from './use-page-place.ts'

const words = texts.parts.pdf

type View = 'pages' | 'text'

export interface PdfViewProps {
  readonly name: string
  /** Reads the file, once; null: it is missing. */
  read(): Promise<Blob | null>
  /** The page that is shown, from 1. */
  readonly page: number
  onPage(page: number): void
  /** What is shown of its text. */
  readonly text: ReactNode
  /** Buttons at the end of the bar. */
  readonly children: ReactNode
}

/** The pages of a PDF, or its text. It is drawn in a worker; its links, scripts and forms do nothing. */
export function PdfView({ name, read, page, onPage, text, children }: PdfViewProps) {
  const [view, setView] = useState<View>('pages')
  const pdf = useOpenedPdf(read)
  const count = pdf.state === 'open' ? pdf.opened.pages : 0
  const place = usePagePlace(count, page, onPage)
  const views = [
    { value: 'pages', label: words.pages },
    { value: 'text', label: words.text },
  ] as const
  return (
    <div className={styles.view}>
      {view === 'text' ? <div className={styles.text}>{text}</div> : <Pages pdf={pdf} name={name} place={place} />}
      <div className={styles.bar}>
        <fieldset className={styles.choice}>
          <legend className="visually-hidden">{words.view}</legend>
          <Choices<View> value={view} options={views} onChange={setView} />
        </fieldset>
        {view === 'pages' && count > 0 ? <PageSteps count={count} place={place} /> : null}
        <span className={styles.buttons}>{children}</span>
      </div>
    </div>
  )
}

function Pages({ pdf, name, place }: { readonly pdf: Pdf; readonly name: string; readonly place: PagePlace }) {
  if (pdf.state === 'open') return <PdfPages reader={pdf.reader} opened={pdf.opened} name={name} place={place} />
  return (
    <div className={styles.pages}>
      {pdf.state === 'loading' ? (
        <p className={styles.note}>{texts.common.loading}</p>
      ) : (
        <p className={styles.note} role="alert">
          {words.failures[pdf.reason]}
        </p>
      )}
    </div>
  )
}

function PageSteps({ count, place: { page, goTo } }: { readonly count: number; readonly place: PagePlace }) {
  return (
    <span className={styles.steps} role="group" aria-label={words.pages}>
      <IconButton label={words.previous} shortcut="←" size="small" disabled={page === 1} onClick={() => goTo(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <span role="status">{words.position({ number: formatCount(page), count: formatCount(count) })}</span>
      <IconButton label={words.next} shortcut="→" size="small" disabled={page === count} onClick={() => goTo(page + 1)}>
        <ChevronRight />
      </IconButton>
    </span>
  )
}

type Pdf =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: PdfFailure | 'missing' }
  | { readonly state: 'open'; readonly opened: OpenedPdf; readonly reader: PdfReader }

/** Opens a document while it is shown. */
function useOpenedPdf(read: () => Promise<Blob | null>): Pdf {
  const [pdf, setPdf] = useState<Pdf>({ state: 'loading' })
  const readOnce = useEffectEvent(read)
  useEffect(() => {
    let reader: PdfReader | null = null
    let isClosed = false
    async function open(): Promise<Pdf> {
      const blob = await readOnce()
      if (blob === null) return { state: 'failed', reason: 'missing' }
      const bytes = new Uint8Array(await blob.arrayBuffer())
      if (isClosed) return { state: 'loading' }
      reader = createPdfReader(bytes)
      const opened = await reader.open()
      return typeof opened === 'string' ? { state: 'failed', reason: opened } : { state: 'open', opened, reader }
    }
    void open().then((result) => (isClosed ? undefined : setPdf(result)))
    return () => {
      isClosed = true
      reader?.close()
    }
  }, [])
  return pdf
}
