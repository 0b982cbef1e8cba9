import { type AttachmentBlock, MAX_ATTACHMENTS } from '../../shared/attachment.ts'
import { shownFileName } from '../../shared/attachment-words.ts'
import { fileTarget, type FileTarget, contentSupport } from '../../shared/model-content.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { ComparisonStore } from '../store/comparison-store.ts'
import type { Attachments } from '../store/attachment-store.ts'
import type { ConnectionStore } from '../store/connection-store.ts'
import type { Drafts } from '../store/draft-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { findModel, type ModelStore } from '../store/model-store.ts'
import type { Notices } from '../store/notice-store.ts'
import { type PromptFiles, promptFiles, type PromptOwner } from '../store/prompt-files.ts'
import { texts } from '../text/texts.ts'
import type { ContentActions } from './content-actions.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import { fileOutcome } from '../../shared/file-outcome.ts'
import { ok, type Result } from '../../shared/result.ts'
import { fitPicture } from './draw-picture.ts'
import { uploadFile } from './upload-file.ts'
import { callEngine } from './call-engine.ts'

const words = texts.actions.files

/** User operations on the files of a prompt that was not sent yet. */
export interface AttachmentActions {
  /** Opens the system's dialog and attaches what the user chooses. */
  choose(owner: PromptOwner): Promise<void>
  /** Stores files and adds them to the draft. Without a connection, they wait for it. */
  attach(owner: PromptOwner, files: readonly File[]): Promise<void>
  /** Adds a file that is stored already to the draft. */
  addStored(owner: PromptOwner, file: AttachmentBlock): Promise<void>
  /** Attaches a file of the agent's working folder, after a question if it is large. `bytes`: null: not known. */
  attachPath(agentId: AgentId, path: string, bytes: number | null): Promise<void>
  /** Answers the question about a large file. */
  answerAsked(agentId: AgentId, isAttached: boolean): Promise<void>
  /** Removes a stored file, by its hash, or one that is pending, by its id. */
  remove(owner: PromptOwner, id: string): void
  /** Gives a file of the draft another name, which is the description of a picture. */
  rename(owner: PromptOwner, sha256: string, name: string): void
  /** Marks files of the working folder that were changed since they were attached. */
  checkChanged(agentId: AgentId): Promise<void>
  /**
   * Returns the files of the draft as they are sent: those of the working folder as they are now, and pictures beyond
   * the limits of the model scaled. Null: a file could not be prepared; the reason is shown.
   */
  forSending(owner: PromptOwner, choice: FileTarget | null): Promise<readonly AttachmentBlock[] | null>
  /** Uploads what waits for the connection. */
  retryWaiting(): void
}

export interface AttachmentActionsDependencies {
  readonly client: EngineClient
  readonly attachments: Attachments
  readonly drafts: Drafts
  readonly comparisons: ComparisonStore
  readonly notices: Notices
  readonly connection: ConnectionStore
  readonly models: ModelStore
  readonly content: ContentActions
}

/** Files of the working folder up to this size are attached without a question, bytes. */
const ASKED_ABOVE = 64_000

export function createAttachmentActions(dependencies: AttachmentActionsDependencies): AttachmentActions {
  const { client, attachments, notices } = dependencies
  const prompts = promptFiles(dependencies)
  const folder = createFolderAttachments(client)

  async function addStored(owner: PromptOwner, file: AttachmentBlock): Promise<void> {
    // A draft that is loaded later would replace the files.
    await prompts.load(owner)
    const files = prompts.filesOf(owner)
    if (!files.some(({ sha256 }) => sha256 === file.sha256)) prompts.set(owner, [...files, file])
    const count = prompts.filesOf(owner).length
    notices.announce(
      words.attached({ file: shownFileName(file), kind: texts.parts.file.kinds[file.kind], files: count }),
    )
  }
  const uploads = createUploadQueue({ ...dependencies, onStored: addStored })

  async function attach(owner: PromptOwner, files: readonly File[]): Promise<void> {
    const free = MAX_ATTACHMENTS - prompts.filesOf(owner).length - attachments.filesOf(owner).length
    if (files.length > free) notices.show(owner, words.tooMany({ files: MAX_ATTACHMENTS }))
    await uploads.add(owner, files.slice(0, Math.max(0, free)))
  }

  return {
    attach,
    addStored,
    retryWaiting: uploads.retryWaiting,
    async choose(owner) {
      const picked = pickFiles()
      if (picked === null) return notices.show(owner, words.needsClick)
      await attach(owner, await picked)
    },
    ...pathActions(dependencies, folder, addStored),
    ...listActions(dependencies, prompts, uploads),
    async forSending(owner, choice) {
      const { list } = dependencies.models.getState()
      const target = choice === null ? null : fileTarget(choice, findModel(list, choice.provider, choice.model))
      const files: AttachmentBlock[] = []
      for (const file of prompts.filesOf(owner)) {
        const sent = await fileFor(target, await folder.newest(owner, file), dependencies)
        if (!sent.ok) {
          notices.show(owner, sent.error.message)
          return null
        }
        files.push(sent.value)
      }
      return files
    },
  }
}

/** Operations on files of the working folder. */
function pathActions(
  { attachments, drafts, notices }: AttachmentActionsDependencies,
  folder: FolderAttachments,
  addStored: AttachmentActions['addStored'],
) {
  async function attachNow(agentId: AgentId, path: string): Promise<void> {
    const taken = await folder.take(agentId, path)
    if (taken.ok) await addStored(agentId, taken.value)
    else notices.show(agentId, taken.error.message)
  }

  return {
    async attachPath(agentId, path, bytes) {
      if (bytes !== null && bytes > ASKED_ABOVE) attachments.ask(agentId, { path, bytes })
      else await attachNow(agentId, path)
    },
    async answerAsked(agentId, isAttached) {
      const asked = attachments.getState().asked.get(agentId)
      attachments.ask(agentId, null)
      if (isAttached && asked !== undefined) await attachNow(agentId, asked.path)
    },
    async checkChanged(agentId) {
      for (const file of drafts.filesOf(agentId)) {
        const now = await folder.newest(agentId, file)
        attachments.markChanged(file.sha256, now.sha256 !== file.sha256)
      }
    },
  } satisfies Partial<AttachmentActions>
}

/** Operations on the list of files. */
function listActions(
  { attachments, notices }: AttachmentActionsDependencies,
  prompts: PromptFiles,
  uploads: UploadQueue,
) {
  return {
    remove(owner, id) {
      const files = prompts.filesOf(owner)
      const removed =
        files.find(({ sha256 }) => sha256 === id) ?? attachments.filesOf(owner).find((each) => each.id === id)
      uploads.drop(owner, id)
      const left = files.filter(({ sha256 }) => sha256 !== id)
      if (left.length < files.length) prompts.set(owner, left)
      if (removed !== undefined) notices.announce(words.removed({ file: removed.name }))
    },
    rename(owner, sha256, name) {
      const files = prompts.filesOf(owner)
      prompts.set(
        owner,
        files.map((file) => (file.sha256 === sha256 ? { ...file, name } : file)),
      )
    },
  } satisfies Partial<AttachmentActions>
}

/**
 * Opens the system's dialog for files; resolves to an empty list if the user cancels. Null: the browser opens it only
 * after a click or a key press in the page, and there was none.
 */
function pickFiles(): Promise<readonly File[]> | null {
  if (!navigator.userActivation.isActive) return null
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.hidden = true
  // Outside of the document, it may be gone before the user has chosen.
  document.body.append(input)
  const { promise, resolve } = Promise.withResolvers<readonly File[]>()
  input.addEventListener('change', () => resolve([...(input.files ?? [])]), { once: true })
  input.addEventListener('cancel', () => resolve([]), { once: true })
  input.click()
  return promise.finally(() => input.remove())
}

/**
 * Returns a file as it is sent to a model: a picture beyond the limits of the model is scaled, one in a format that it
 * does not take is converted, and both are stored in this form too. All other files stay as they are, and so does a
 * picture that cannot be drawn.
 */
async function fileFor(
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

/** Files that were attached by their path in the working folder, as long as the window is open. */
interface FolderAttachments {
  /** Stores a file as it is now. */
  take(agentId: AgentId, path: string): Promise<Result<AttachmentBlock>>
  /** Returns a file as it is now; the stored one if it was not attached by its path, or cannot be read any more. */
  newest(agentId: AgentId, file: AttachmentBlock): Promise<AttachmentBlock>
}

function createFolderAttachments(client: EngineClient): FolderAttachments {
  /** By hash. */
  const paths = new Map<string, string>()

  async function take(agentId: AgentId, path: string): Promise<Result<AttachmentBlock>> {
    const taken = await callEngine(client.folder.attach({ agentId, path }))
    if (taken.ok) paths.set(taken.value.sha256, path)
    return taken
  }

  return {
    take,
    async newest(agentId, file) {
      const path = paths.get(file.sha256)
      const taken = path === undefined ? null : await take(agentId, path)
      return taken?.ok === true ? taken.value : file
    },
  }
}
