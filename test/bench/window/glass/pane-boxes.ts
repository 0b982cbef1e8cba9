import { createFrameBatch, nextFrame } from '../../../../src/renderer/store/frame-batch.ts'
import type { Delta } from './delta-pace.ts'
import type { AppendText, PaneBox } from './glass-page.ts'

/** Creates a transcript in each box that follows its end, as those of the window do. Answers their text columns. */
export function createColumns(root: HTMLElement, boxes: readonly PaneBox[]): readonly HTMLElement[] {
  return boxes.map((box) => {
    const log = document.createElement('div')
    log.className = 'log'
    log.setAttribute('role', 'log')
    for (const side of ['left', 'top', 'width', 'height'] as const) log.style[side] = `${box[side]}px`
    const column = document.createElement('div')
    column.className = 'column'
    column.style.width = `${box.textWidth}px`
    log.append(column)
    root.append(log)
    new ResizeObserver(() => (log.scrollTop = log.scrollHeight)).observe(column)
    return column
  })
}

/** Collects text and appends it once per frame, the text of a stream at once. */
export function perFrame(append: AppendText): AppendText {
  const batch = createFrameBatch<Delta>((deltas) => {
    const byStream = new Map<number, string>()
    for (const { stream, text } of deltas) byStream.set(stream, (byStream.get(stream) ?? '') + text)
    for (const [stream, text] of byStream) append(stream, text)
  }, nextFrame)
  return (stream, text) => batch.push([{ stream, text }])
}
