import { Suspense } from 'react'

import { texts } from '../../text/texts.ts'
import { FailureNote } from '../failure-note.tsx'
import { loadedView } from './loaded-view.ts'
import type { PreviewViewProps } from './preview-view.tsx'

const PreviewView = loadedView(async () => (await import('./preview-view.tsx')).PreviewView, PreviewNotLoaded)

/** A preview of code, empty until its view is loaded. */
export function LoadedPreview(props: PreviewViewProps) {
  return (
    <Suspense>
      <PreviewView {...props} />
    </Suspense>
  )
}

function PreviewNotLoaded(_props: PreviewViewProps) {
  return <FailureNote failure={texts.parts.preview.notLoaded} />
}
