import type { AttachmentBlock } from '../../shared/attachment.ts'
import { fileOutcome } from '../../shared/file-outcome.ts'
import { contentSupport, type FileTarget } from '../../shared/model-content.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { ContentActions } from './content-actions.ts'
import { fitPicture } from './draw-picture.ts'
import { uploadFile } from './upload-file.ts'

/**
 * Returns a file as it is sent to a model: a picture beyond the limits of the model is scaled, one in a format that it
 * does not take is converted, and both are stored in this form too. All other files stay as they are, and so does a
 * picture that cannot be drawn.
 */
export async function fileFor(
  target: FileTarget | null,
  file: AttachmentBlock,
  { client, content }: { readonly client: EngineClient; readonly content: ContentActions },
): Promise<Result<AttachmentBlock>> {
  if (target === null || fileOutcome(file, target) !== 'redrawn') return ok(file)
  const blob = await content.blob(file)
  const { images, limits } = contentSupport(target)
  const fitted = blob === null ? null : await fitPicture(blob, { ...limits, mediaTypes: images })
  if (fitted === null) return ok(file)
  return uploadFile(client, { name: file.name, bytes: new Uint8Array(await fitted.blob.arrayBuffer()) })
}
