import { useState, type DragEvent } from 'react'

import type { PromptOwner } from '../store/prompt-files.ts'
import { useActions } from './app-context.ts'
import { droppedFiles, hasFiles } from './dropped-files.ts'

export interface FileDrop {
  /** Whether files are dragged over the element. */
  readonly isOver: boolean
  readonly handlers: {
    onDragOver(drag: DragEvent<HTMLElement>): void
    onDragLeave(drag: DragEvent<HTMLElement>): void
    onDrop(drag: DragEvent<HTMLElement>): void
  }
}

/** Attaches files that are dropped on an element. */
export function useFileDrop(owner: PromptOwner): FileDrop {
  const { attachments } = useActions()
  return useDrop((data) => void droppedFiles(data).then((files) => attachments.attach(owner, files)))
}

/** Takes files that are dropped on an element. `take` is called during the event. */
export function useDrop(take: (data: DataTransfer) => void): FileDrop {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver(drag) {
        if (!hasFiles(drag.dataTransfer)) return
        drag.preventDefault()
        setIsOver(true)
      },
      onDragLeave(drag) {
        const isInside = drag.relatedTarget instanceof Node && drag.currentTarget.contains(drag.relatedTarget)
        if (!isInside) setIsOver(false)
      },
      onDrop(drag) {
        if (!hasFiles(drag.dataTransfer)) return
        drag.preventDefault()
        setIsOver(false)
        take(drag.dataTransfer)
      },
    },
  }
}
