import { FileImage } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'

import type { AttachmentBlock } from '../../shared/attachment.ts'
import { useActions } from './app-context.ts'
import { defined } from '../../shared/defined.ts'

interface PictureProps {
  readonly file: AttachmentBlock
  readonly className: string | undefined
  /** Height of the picture on the screen at most, CSS pixels; null: the style decides. */
  readonly maxHeight: number | null
  /** Whether its name is beside it. */
  readonly isNamed?: boolean
}

/**
 * A small form of a stored picture. It is read when it comes near the visible part, and removed when it is far again,
 * so that the browser keeps only few decoded pictures. Its place always has its final size.
 */
export function Picture({ file, className, maxHeight, isNamed = false }: PictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  const isNear = useIsNear(place)
  const url = useThumbnail(file, isNear)
  return (
    <span ref={place} className={className} style={maxHeight === null ? undefined : sizeOf(file, maxHeight)}>
      {isNear && typeof url === 'string' ? (
        <img src={url} alt={isNamed ? '' : file.name} draggable={false} />
      ) : (
        <FileImage aria-hidden />
      )}
    </span>
  )
}

/** Side of the place for a picture whose size is not known, CSS pixels. */
const UNKNOWN_SIDE = 160

function sizeOf({ width = UNKNOWN_SIDE, height = UNKNOWN_SIDE }: AttachmentBlock, maxHeight: number) {
  const shown = Math.min(height, maxHeight)
  return { width: Math.max(1, Math.round((width * shown) / Math.max(1, height))), aspectRatio: `${width} / ${height}` }
}

const NEAR = '600px'

/** Returns whether the element is in the visible part or near it. */
function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    // The second margin is that of a pane, whose content is scrolled.
    const margins = { rootMargin: NEAR, scrollMargin: NEAR }
    const observer = new IntersectionObserver((entries) => {
      const newest = entries.at(-1)
      if (newest !== undefined) setIsNear(newest.isIntersecting)
    }, margins)
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

/** Returns the data URL of a thumbnail; null: it cannot be drawn; undefined: it is not there yet. */
function useThumbnail(file: AttachmentBlock, isWanted: boolean): string | null | undefined {
  const { content } = useActions()
  const [url, setUrl] = useState<string | null | undefined>(undefined)
  const { sha256, media_type, width, height } = file
  useEffect(() => {
    if (!isWanted) return
    const left = new AbortController()
    const size = defined({ width, height })
    const made = content.thumbnail({ sha256, media_type, ...size }, left.signal)
    void made.then((found) => (left.signal.aborted ? undefined : setUrl(found)))
    return () => left.abort()
  }, [content, isWanted, sha256, media_type, width, height])
  return url
}
