import { useEffect } from 'react'

import { hasFiles } from '../hooks/dropped-files.ts'

/** Refuses files that are dropped beside a pane: the browser would open them instead of the window. */
export function useRefusedDrops(): void {
  useEffect(() => {
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [])
}

function refuse(drag: DragEvent): void {
  if (drag.defaultPrevented || drag.dataTransfer === null || !hasFiles(drag.dataTransfer)) return
  drag.preventDefault()
  drag.dataTransfer.dropEffect = 'none'
}
