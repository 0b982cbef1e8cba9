import { Suspense } from 'react'

import { texts } from '../../text/texts.ts'
import { FailureNote } from '../failure-note.tsx'
import { loadedView } from './loaded-view.ts'
import type { PdfViewProps } from './pdf-view.tsx'

const PdfView = loadedView(async () => (await import('./pdf-view.tsx')).PdfView, PdfNotLoaded)

/** The pages of a PDF. Their view is loaded with the first of them, and the program that draws in its worker. */
export function LoadedPdf(props: PdfViewProps) {
  return (
    <Suspense>
      <PdfView {...props} />
    </Suspense>
  )
}

/** The text stands in for the pages. */
function PdfNotLoaded({ text, children }: PdfViewProps) {
  return (
    <>
      <FailureNote failure={texts.parts.preview.notLoaded} />
      {text}
      {children}
    </>
  )
}
