import { Download, ZoomIn, ZoomOut } from 'lucide-react'
import { useId, useState } from 'react'

import { Choices } from '../choices.tsx'
import { PlainIconButton } from '../plain-icon-button.tsx'
import { saveFile } from '../save-file.ts'
import { useNewestAnswer } from '../use-newest-answer.ts'
import { isQuietDrawing, type Diagram } from './diagram-document.ts'
import { cachedDiagram, drawDiagram } from './diagram-renderer.ts'
import styles from './diagram-view.module.css'
import { CodeBlock } from '../code-block.tsx'
import { texts } from '../../text/texts.ts'

const words = texts.parts.diagram

const VIEWS = [
  { value: 'diagram', label: words.diagram },
  { value: 'code', label: words.code },
] as const
type View = (typeof VIEWS)[number]['value']

/**
 * A diagram in Mermaid's language: drawn outside of the page and shown as a picture, in which nothing runs. Its source
 * is shown until it is drawn, and instead of a drawing with an error.
 */
export function DiagramView({ code }: { code: string }) {
  const last = useNewestAnswer(code, drawDiagram)
  const diagram = cachedDiagram(code) ?? (last?.request === code ? last.answer : null)
  const [view, setView] = useState<View>('diagram')
  if (diagram?.type !== 'drawn')
    return (
      <>
        {diagram === null ? null : (
          <p className={styles.error} role="note">
            {diagram.line === null ? words.notDrawn : words.errorIn({ line: diagram.line })} {diagram.message}
          </p>
        )}
        <CodeBlock language="mermaid" code={code} isAnswer />
      </>
    )
  return (
    <div className={styles.diagram}>
      <fieldset className={styles.bar}>
        <legend className="visually-hidden">{words.view}</legend>
        <Choices<View> value={view} options={VIEWS} onChange={setView} />
      </fieldset>
      {view === 'code' ? (
        <CodeBlock language="mermaid" code={code} isAnswer />
      ) : (
        <Drawing diagram={diagram} code={code} />
      )}
    </div>
  )
}

const ZOOM_STEP = 1.25
const MAX_ZOOM = 5

function Drawing({ diagram, code }: { diagram: Extract<Diagram, { type: 'drawn' }>; code: string }) {
  const source = useId()
  // Null: as wide as the pane at most.
  const [zoom, setZoom] = useState<number | null>(null)
  const scale = (factor: number) => setZoom(Math.min(MAX_ZOOM, Math.max(1 / MAX_ZOOM, (zoom ?? 1) * factor)))
  return (
    <div className={styles.drawing}>
      <div className={styles.paper} role="region" aria-label={words.diagram}>
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(diagram.svg)}`}
          alt={words.diagram}
          aria-describedby={source}
          data-fits={zoom === null}
          width={Math.round(diagram.width * (zoom ?? 1))}
        />
      </div>
      <span id={source} hidden>
        {code}
      </span>
      <div className={styles.buttons}>
        <PlainIconButton label={words.zoomOut} onClick={() => scale(1 / ZOOM_STEP)}>
          <ZoomOut />
        </PlainIconButton>
        <PlainIconButton label={words.zoomIn} onClick={() => scale(ZOOM_STEP)}>
          <ZoomIn />
        </PlainIconButton>
        <SaveDrawing svg={diagram.svg} />
      </div>
    </div>
  )
}

function SaveDrawing({ svg }: { svg: string }) {
  const isQuiet = isQuietDrawing(svg)
  return (
    <PlainIconButton
      label={isQuiet ? words.save : words.notSaved}
      disabled={!isQuiet}
      onClick={() => saveFile(new Blob([svg], { type: 'image/svg+xml' }), 'diagram.svg')}
    >
      <Download />
    </PlainIconButton>
  )
}
