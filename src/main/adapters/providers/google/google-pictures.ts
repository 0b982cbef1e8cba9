import type { ContentBlock } from '../../../../shared/content.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import type { DrawnPicture } from '../../../core/ports/provider-ports.ts'

/** Returns the picture of a block that holds a part with one. */
export function googlePictures({ provider_data: data }: ContentBlock): readonly DrawnPicture[] {
  const part = data?.['part']
  const inline = isJsonObject(part) ? part['inlineData'] : undefined
  if (!isJsonObject(inline)) return []
  const { mimeType, data: base64 } = inline
  const isPicture = typeof mimeType === 'string' && mimeType.startsWith('image/') && typeof base64 === 'string'
  return isPicture ? [{ mediaType: mimeType, data: base64 }] : []
}
