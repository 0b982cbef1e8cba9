import { type AttachmentBlock, fileName } from '../../../shared/attachment.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import { cleanPieces } from '../content/clean-pieces.ts'
import type { EvaluationTask } from './evaluation-plan.ts'
import type { RunServices } from '../races/run-services.ts'

/** The file of an evaluation with its attachments stored. */
export interface StoredEvaluation {
  readonly name: string
  /** Absolute. */
  readonly file: string
  /** Of the file and its attachments, hex. */
  readonly sha256: string
  readonly tasks: readonly EvaluationTask[]
}

/** Reads the file of an evaluation and stores what its tasks attach. REFUSED if anything of it cannot be read. */
export async function storedEvaluation(path: string, services: RunServices): Promise<Result<StoredEvaluation>> {
  const source = await services.evaluationFiles.read(path)
  if (!source.ok) return source
  const { name, text, tasks, path: file } = source.value
  const stored: EvaluationTask[] = []
  for (const task of tasks) {
    const attachments: AttachmentBlock[] = []
    for (const attached of task.attachments) {
      const block = await storedFile(attached, services)
      if (!block.ok) return block
      attachments.push(block.value)
    }
    stored.push({ ...task, attachments })
  }
  const hashes = stored.flatMap(({ attachments }) => attachments.map(({ sha256 }) => sha256))
  return ok({ name, file, sha256: services.sha256([text, ...hashes].join('')), tasks: stored })
}

async function storedFile(
  path: string,
  { evaluationFiles, uploads, config }: RunServices,
): Promise<Result<AttachmentBlock>> {
  const opened = await evaluationFiles.open(path)
  if (!opened.ok) return opened
  const name = fileName(path)
  try {
    return await uploads.take(name, cleanPieces(name, opened.value, config.maxAttachmentBytes))
  } catch (error) {
    return refuse(`${path} cannot be attached: ${errorMessage(error)}`)
  }
}
