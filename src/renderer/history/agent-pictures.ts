import type { AttachmentBlock } from '../../shared/attachment.ts'

/** Returns the different pictures among files, in order. `shown` is one of them in any case. */
export function differentPictures(
  files: readonly AttachmentBlock[],
  shown: AttachmentBlock,
): readonly AttachmentBlock[] {
  const pictures = new Map<string, AttachmentBlock>()
  for (const file of [...files, shown]) {
    if (file.kind === 'image' && !pictures.has(file.sha256)) pictures.set(file.sha256, file)
  }
  return [...pictures.values()]
}
