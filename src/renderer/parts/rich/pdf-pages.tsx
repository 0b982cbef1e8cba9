import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { texts } from '../../text/texts.ts'
import { formatCount } from '../format-figures.ts'
import { createViewWatch, type ViewWatch } from '../view-watch.ts'
import type { PdfReader } from './pdf-reader.ts'
import { MAX_PDF_PAGES, placeRatio, type OpenedPdf, type PageSize } from './pdf-requests.ts'
import styles from './pdf-view.module.css'
import type { PagePlace } from './use-page-place.ts'

const words = texts.parts.pdf

/** Pages that are nearer than this to the view are drawn, CSS pixels. */
const NEAR = 600

interface PdfPagesProps {
  readonly reader: PdfReader
  readonly opened: OpenedPdf
  readonly name: string
  readonly place: PagePlace
}

/** The pages of a document one below the other, drawn when they come near the view. The arrow keys go through them. */
export function PdfPages({ reader, opened: { pages, size }, name, place }: PdfPagesProps) {
  const { page, goTo, onScroll } = place
  const box = useRef<HTMLDivElement>(null)
  const [watch, setWatch] = useState<ViewWatch | null>(null)
  const [width, setWidth] = useState(0)
  const attach = useEffectEvent(place.attach)
  useLayoutEffect(() => {
    attach(box.current)
    // The side pane took the focus when it opened, before its pages were there.
    const focused = document.activeElement
    if (focused !== document.body && focused?.contains(box.current) === true)
      box.current?.focus({ preventScroll: true })
    return () => attach(null)
  }, [])
  useEffect(() => {
    const column = box.current?.firstElementChild
    if (box.current === null || column === null || column === undefined) return undefined
    const near = createViewWatch(box.current, NEAR)
    setWatch(near)
    const sizes = new ResizeObserver(([column]) =>
      setWidth(Math.round((column?.contentRect.width ?? 0) * devicePixelRatio)),
    )
    sizes.observe(column)
    return () => {
      near.stop()
      sizes.disconnect()
    }
  }, [])

  function onKeyDown(key: KeyboardEvent): void {
    if (key.altKey || key.ctrlKey || key.metaKey || key.shiftKey) return
    const step = key.key === 'ArrowRight' ? 1 : key.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    key.preventDefault()
    goTo(page + step)
  }

  return (
    // oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- keys scroll it
    <div
      ref={box}
      className={styles.pages}
      role="region"
      aria-label={words.pagesOf({ file: name })}
      tabIndex={0}
      data-first-focus
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div className={styles.column}>
        {Array.from({ length: pages }, (_, index) => (
          <PdfPage key={index} number={index + 1} reader={reader} likely={size} width={width} watch={watch} />
        ))}
        {pages === MAX_PDF_PAGES ? (
          <p className={styles.note}>{words.onlyFirst({ pages: formatCount(MAX_PDF_PAGES) })}</p>
        ) : null}
      </div>
    </div>
  )
}

interface PdfPageProps {
  readonly number: number
  readonly reader: PdfReader
  /** Its size until it is drawn. */
  readonly likely: PageSize
  /** Of its place, pixels of the screen; 0: not known yet. */
  readonly width: number
  readonly watch: ViewWatch | null
}

function PdfPage({ number, reader, likely, width, watch }: PdfPageProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(false)
  const [size, setSize] = useState(likely)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (box.current === null || watch === null) return
    return watch.watch(box.current, setNear)
  }, [watch])
  useEffect(() => {
    if (!isNear || width === 0) return
    const left = new AbortController()
    void reader.draw(number, width, left.signal).then((drawn) => {
      if (left.signal.aborted) return drawn?.bitmap.close()
      setFailed(drawn === null)
      if (drawn === null) return
      setSize(drawn.size)
      showBitmap(canvas.current, drawn.bitmap)
    })
    return () => left.abort()
  }, [reader, number, width, isNear])
  const name = words.page({ number: formatCount(number) })
  return (
    <div ref={box} className={styles.page} style={{ aspectRatio: placeRatio(size) }}>
      {isNear ? (
        <canvas ref={canvas} className={styles.drawing} role="img" aria-label={name} hidden={hasFailed} />
      ) : null}
      {hasFailed ? <p className={styles.failed}>{words.notDrawn({ number: formatCount(number) })}</p> : null}
    </div>
  )
}

/** Shows a bitmap, which is used up. */
function showBitmap(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  if (canvas === null) return bitmap.close()
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
}
