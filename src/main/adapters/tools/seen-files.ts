import type { AgentId } from '../../../shared/ids.ts'
import type { SeenFile } from '../../../shared/seen-file.ts'
import type { FileKnowledge, PrepareResult } from '../../core/ports/tool-ports.ts'
import { RecentlyUsed } from '../../../shared/recently-used.ts'
import { editPreview } from './edit-preview.ts'
import type { TextFileResult } from './read-text-file.ts'
import { type DroppedLines, unreadNote, unreadReplacement } from './unread-replacement.ts'

/** Texts kept for telling what has changed: how many, and the longest, characters. */
const MAX_TEXTS = 100
const MAX_TEXT_LENGTH = 300_000
/** Longest difference that a refusal shows, characters. */
const MAX_DIFFERENCE = 10_000
/** Files whose last write is kept until its result is in the context. */
const MAX_WRITES = 1_000

/** A replacement that is allowed. `note`: what the result says of content that the agent had not read; empty: nothing. */
interface AllowedReplacement {
  readonly ok: true
  readonly note: string
}

type Refusal = Extract<PrepareResult, { ok: false }>

const ALLOWED: AllowedReplacement = { ok: true, note: '' }

/**
 * The versions of files that agents have seen: those in their contexts, and what they wrote a moment ago. A file that an
 * agent has not seen as it is now must not be replaced as a whole: what is in it would be lost.
 */
export class SeenFiles {
  readonly #facts: FileKnowledge
  readonly #texts = new RecentlyUsed<string, string>(MAX_TEXTS)
  readonly #written = new RecentlyUsed<string, string>(MAX_WRITES)

  constructor(facts: FileKnowledge) {
    this.#facts = facts
  }

  /** Keeps a text that a model is shown, and returns what its result says of the file. */
  shown(file: SeenFile, text: string): SeenFile {
    if (text.length <= MAX_TEXT_LENGTH) this.#texts.set(file.sha256, text)
    return file
  }

  /** The same for a text that the agent has written. */
  written(agentId: AgentId, file: SeenFile, text: string): SeenFile {
    this.#written.set(keyFor(agentId, file.path), file.sha256)
    return this.shown(file, text)
  }

  /**
   * The same for a text that the agent has edited. Null: the agent had not seen the rest of it, and so has not now.
   * `before`: the version that was edited.
   */
  async edited(
    agentId: AgentId,
    file: SeenFile,
    { before, text }: { readonly before: string | null; readonly text: string },
  ): Promise<SeenFile | null> {
    const isSeen = before !== null && (await this.#versions(agentId, file.path)).includes(before)
    return isSeen ? this.written(agentId, file, text) : null
  }

  /**
   * Decides whether an agent may replace a file with a text: if nothing is lost that it has not seen. `isQuiet`: the
   * message must not show content, nor tell what is in it.
   */
  async replacement(
    agentId: AgentId,
    path: string,
    file: TextFileResult,
    { next, isQuiet }: { readonly next: string; readonly isQuiet: boolean },
  ): Promise<AllowedReplacement | Refusal> {
    const { version } = file
    if (version === null || version.size === 0n) return ALLOWED
    if (file.ok && file.isValid && file.text === next) return ALLOWED
    const seen = await this.#versions(agentId, path)
    if (version.sha256 !== null && seen.includes(version.sha256)) return ALLOWED
    const old = seen.at(-1)
    if (old === undefined) {
      const loss = isQuiet ? null : this.#lossUnread(agentId, file, next)
      return loss === null ? { ok: false, message: unseenMessage(path, file) } : { ok: true, note: unreadNote(loss) }
    }
    const difference = isQuiet ? null : this.#differenceFrom(old, path, file)
    const message = `${path} has changed since you saw it. Nothing was written.`
    if (difference === null || version.sha256 === null) {
      return { ok: false, message: `${message} Read it again, or change a part of it with file_edit.` }
    }
    return {
      ok: false,
      message: `${message} This has changed:\n\n${difference}\nSend the content with these changes, or use file_edit.`,
      file: { path, sha256: version.sha256 },
    }
  }

  /** Null: the file must not be replaced unread. */
  #lossUnread(agentId: AgentId, file: TextFileResult, next: string): DroppedLines | null {
    if (!file.ok || !file.isValid) return null
    const { text, version } = file
    const beganAt = this.#facts.beganAt(agentId)
    return unreadReplacement({ text, next, version, beganAt: beganAt === null ? null : Date.parse(beganAt) })
  }

  /** The oldest first. */
  async #versions(agentId: AgentId, path: string): Promise<readonly string[]> {
    const last = this.#written.get(keyFor(agentId, path))
    return [...(await this.#facts.seenVersions(agentId, path)), ...(last === undefined ? [] : [last])]
  }

  /** Null: it is not known any more, or too long to be shown. */
  #differenceFrom(old: string, path: string, file: TextFileResult): string | null {
    const text = this.#texts.get(old)
    if (text === undefined || !file.ok || !file.isValid || file.text.length > MAX_TEXT_LENGTH) return null
    const difference = editPreview(path, text, file.text)
    return difference.length <= MAX_DIFFERENCE && difference.includes('@@') ? difference : null
  }
}

const keyFor = (agentId: AgentId, path: string): string => `${agentId}\0${path}`

function unseenMessage(path: string, file: TextFileResult): string {
  const how =
    file.ok || file.media !== undefined
      ? 'Read it with file_read first (a long file in parts, all of them), or change a part of it with file_edit.'
      : 'It cannot be shown as text. If it is to go, remove it with bash first.'
  return `${path} is there already, and you have not seen all that is in it. Nothing was written. ${how}`
}
