import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { Streamdown } from 'streamdown'

import type { AppendText, PaneBox } from './glass-page.ts'
import { createColumns, perFrame } from './pane-boxes.ts'

/** A renderer that others ship for streamed Markdown, as its page says to use it, without highlighting. */
export function peerPanes(root: HTMLElement, boxes: readonly PaneBox[]): AppendText {
  const panes = createColumns(root, boxes).map((column) => ({ root: createRoot(column), text: '' }))
  return perFrame((stream, text) => {
    const pane = panes[stream]
    if (pane === undefined) return
    pane.text += text
    const shown = <Streamdown>{pane.text}</Streamdown>
    flushSync(() => pane.root.render(shown))
  })
}
