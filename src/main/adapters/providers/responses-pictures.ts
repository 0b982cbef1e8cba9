import type { ContentBlock } from '../../../shared/content.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { DrawnPicture } from '../../core/ports/provider-ports.ts'

/** Returns the picture of a block that holds the item of a server's own tool for pictures. */
export function responsesPictures({ provider_data: data }: ContentBlock): readonly DrawnPicture[] {
  const item = data?.['item']
  if (!isJsonObject(item) || item['type'] !== 'image_generation_call') return []
  const { result, output_format: format } = item
  if (typeof result !== 'string' || result === '') return []
  return [{ mediaType: `image/${typeof format === 'string' ? format : 'png'}`, data: result }]
}
