import { useState } from 'react'

import { isEmbeddedPicture } from './rich/safe-urls.ts'
import { SafeLink } from './safe-link.tsx'
import styles from './text-picture.module.css'
import { texts } from '../text/texts.ts'

const words = texts.parts.image

interface TextPictureProps {
  readonly src: string | undefined
  readonly alt: string | undefined
}

/**
 * A picture in a model's text. An embedded one is shown; nothing is loaded for others, which are links with their host.
 */
export function TextPicture({ src, alt = '' }: TextPictureProps) {
  const [isBroken, setIsBroken] = useState(false)
  if (src !== undefined && isEmbeddedPicture(src) && !isBroken) {
    return <img className={styles.picture} src={src} alt={alt} onError={() => setIsBroken(true)} />
  }
  return <SafeLink href={src}>{words.label({ description: alt === '' ? words.noDescription : alt })}</SafeLink>
}
