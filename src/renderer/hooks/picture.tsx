import { FileImage } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'

import type { AttachmentBlock } from '../../shared/attachment.ts'
import { useActions } from './app-context.ts'

interface PictureProps {
  readonly file: AttachmentBlock
  readonly className: string | undefined
  /** Height of the picture on the screen at most, CSS pixels; null: the style decides. */
  readonly maxHeight: number | null
  /** Whether its name is beside it. */
  readonly isNamed?: boolean
}

/** A small form of a stored picture. It is read when it comes near the visible part, and its place has its final size. */
export function Picture({ file, className, maxHeight, isNamed = false }: PictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  const isNear = useIsNear(place)
  const url = useThumbnail(file, isNear)
  return (
    <span ref={place} className={className} style={maxHeight === null ? undefined : sizeOf(file, maxHeight)}>
      {typeof url === 'string' ? (
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

/** Returns whether the element has come near the visible part once. */
function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: NEAR },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}

/** Returns the data URL of a thumbnail; null: it cannot be drawn; undefined: it is not there yet. */
function useThumbnail(file: AttachmentBlock, isWanted: boolean): string | null | undefined {
  const { content } = useActions()
  const [url, setUrl] = useState<string | null | undefined>(undefined)
  const { sha256, media_type, width, height } = file
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
    void content.thumbnail({ sha256, media_type, ...size }).then((found) => (isCurrent ? setUrl(found) : undefined))
    return () => {
      isCurrent = false
    }
  }, [content, isWanted, sha256, media_type, width, height])
  return url
}
