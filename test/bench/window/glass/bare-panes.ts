import type { AppendText, PaneBox } from './glass-page.ts'
import { createColumns, perFrame } from './pane-boxes.ts'

const PARAGRAPH = '\n\n'

/** The least that shows a stream: the text as it arrives, in one text node per paragraph. */
export function barePanes(root: HTMLElement, boxes: readonly PaneBox[]): AppendText {
  const open = createColumns(root, boxes).map((column) => ({ column, node: newParagraph(column) }))
  return perFrame((stream, text) => {
    const pane = open[stream]
    if (pane === undefined) return
    const whole = pane.node.data + text
    const end = whole.lastIndexOf(PARAGRAPH)
    if (end === -1) {
      pane.node.appendData(text)
      return
    }
    pane.node.data = whole.slice(0, end)
    pane.node = newParagraph(pane.column)
    pane.node.data = whole.slice(end + PARAGRAPH.length)
  })
}

function newParagraph(column: HTMLElement): Text {
  const paragraph = document.createElement('div')
  const node = document.createTextNode('')
  paragraph.append(node)
  column.append(paragraph)
  return node
}
