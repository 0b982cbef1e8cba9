import { useState } from 'react'
import { defaultUrlTransform, type UrlTransform } from 'react-markdown'

import { SafeLink } from './safe-link.tsx'
import styles from './text-picture.module.css'
import { texts } from '../text/texts.ts'

const words = texts.parts.image

/** Pictures without scripts and links of their own. */
const EMBEDDED = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[\w+/=]+$/

/** Keeps addresses of embedded pictures, which are removed otherwise. */
export const pictureUrls: UrlTransform = (url, key, node) =>
  key === 'src' && node.tagName === 'img' && EMBEDDED.test(url) ? url : defaultUrlTransform(url)

interface TextPictureProps {
  readonly src: string | undefined
  readonly alt: string | undefined
}

/**
 * A picture in a model's text. An embedded one is shown; nothing is loaded for others, which are links with their host.
 */
export function TextPicture({ src, alt = '' }: TextPictureProps) {
  const [isBroken, setIsBroken] = useState(false)
  if (src !== undefined && EMBEDDED.test(src) && !isBroken) {
    return <img className={styles.picture} src={src} alt={alt} onError={() => setIsBroken(true)} />
  }
  return <SafeLink href={src}>{words.label({ description: alt === '' ? words.noDescription : alt })}</SafeLink>
}
