import { Suspense } from 'react'

import { CodeBlock } from '../code-block.tsx'
import { FailureNote } from '../failure-note.tsx'
import { texts } from '../../text/texts.ts'
import { loadedView } from './loaded-view.ts'

const DiagramView = loadedView(async () => (await import('./diagram-view.tsx')).DiagramView, DiagramNotLoaded)

/** A diagram, whose source is shown until it is drawn. */
export function LoadedDiagram({ code }: { code: string }) {
  return (
    <Suspense fallback={<DiagramSource code={code} />}>
      <DiagramView code={code} />
    </Suspense>
  )
}

function DiagramNotLoaded({ code }: { code: string }) {
  return (
    <>
      <FailureNote failure={texts.parts.diagram.notLoaded} />
      <DiagramSource code={code} />
    </>
  )
}

function DiagramSource({ code }: { code: string }) {
  return <CodeBlock language="mermaid" code={code} isAnswer />
}
