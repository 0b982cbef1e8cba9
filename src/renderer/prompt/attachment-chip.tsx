import { FileAudio, FileIcon, FileText, LoaderCircle, TriangleAlert, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'

import type { AttachmentBlock } from '../../shared/attachment.ts'
import { isPastedFile, shownFileName } from '../../shared/attachment-words.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Picture } from '../hooks/picture.tsx'
import { promptElement } from '../hooks/prompt-id.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useFileTarget } from '../hooks/use-file-target.ts'
import { useAttachments, useDrafts } from '../hooks/use-stores.ts'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import type { PendingFile } from '../store/attachment-store.ts'
import type { PromptOwner } from '../store/prompt-files.ts'
import { fileFacts } from '../parts/file-facts.ts'
import { texts } from '../text/texts.ts'
import styles from './attachment-row.module.css'
import { useShowAsText } from './use-paste.ts'
import { fileOutcome } from '../../shared/file-outcome.ts'
import { contentSupport, type FileTarget } from '../../shared/model-content.ts'
import { PROVIDERS } from '../../shared/providers.ts'

const words = texts.prompt.files

interface AttachmentChipProps {
  readonly owner: PromptOwner
  readonly file: AttachmentBlock
  /** Tab reaches the first chip only; the arrow keys reach the others. */
  readonly isFirst: boolean
}

/** A stored file of the prompt. Enter opens it, Delete removes it. */
export function AttachmentChip({ owner, file, isFirst }: AttachmentChipProps) {
  const { dialogs } = useStores()
  const showText = useShowAsText(owner)
  const remove = useRemove(owner)
  const text = useDrafts(({ texts }) => texts.get(owner) ?? '')
  const isChanged = useAttachments(({ changed }) => changed.has(file.sha256))
  const choice = useAgent(owner)?.choice ?? null
  const targetOf = useFileTarget()
  const name = visibleText(shownFileName(file, text))
  const note = choice === null ? null : sendingNote(file, targetOf(choice))
  const facts = [...fileFacts(file), ...(note === null ? [] : [note]), ...(isChanged ? [words.changed] : [])]
  return (
    <li className={styles.chip} data-kind={file.kind}>
      <button
        type="button"
        className={styles.open}
        data-chip={file.sha256}
        tabIndex={isFirst ? 0 : -1}
        title={name}
        onClick={() => dialogs.setState({ dialog: { type: 'file', agentId: owner, file } })}
        onKeyDown={(key) => chipKey(key, owner, () => remove(file.sha256))}
      >
        {file.kind === 'image' ? (
          <Picture file={file} className={styles.thumbnail} maxHeight={null} isNamed />
        ) : (
          <KindIcon kind={file.kind} />
        )}
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.facts}>{facts.join(' · ')}</span>
        </span>
      </button>
      {isPastedFile(file) ? (
        <button type="button" className={styles.textButton} onClick={() => void showText.show(file)}>
          {words.showAsText}
        </button>
      ) : null}
      <PlainIconButton label={words.remove({ file: name })} tabIndex={-1} onClick={() => remove(file.sha256)}>
        <X />
      </PlainIconButton>
    </li>
  )
}

/** A file that is being stored, waits for the connection, or was refused. */
export function PendingChip({ owner, file }: { owner: PromptOwner; file: PendingFile }) {
  const remove = useRemove(owner)
  const { id, state, reason } = file
  const name = visibleText(shownFileName({ name: file.name, kind: 'text' }))
  const detail = state === 'failed' ? reason : state === 'waiting' ? words.waiting : words.reading
  return (
    <li className={styles.chip} data-state={state}>
      <span className={styles.open}>
        {state === 'failed' ? (
          <TriangleAlert className={styles.icon} aria-hidden />
        ) : (
          <LoaderCircle className={styles.icon} aria-hidden />
        )}
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.facts} role={state === 'failed' ? 'alert' : undefined}>
            {detail}
          </span>
        </span>
      </span>
      <PlainIconButton
        label={words.remove({ file: name })}
        data-chip={id}
        onClick={() => remove(id)}
        onKeyDown={(key) => chipKey(key, owner, () => remove(id))}
      >
        <X />
      </PlainIconButton>
    </li>
  )
}

/** Returns a function that removes a file; the focus goes to the prompt. */
function useRemove(owner: PromptOwner): (id: string) => void {
  const { attachments } = useActions()
  return (id) => {
    promptElement(owner)?.focus()
    attachments.remove(owner, id)
  }
}

/** The arrow keys go from chip to chip and back to the prompt; Delete removes. */
function chipKey(key: KeyboardEvent<HTMLElement>, owner: PromptOwner, remove: () => void): void {
  if (key.altKey || key.ctrlKey || key.metaKey || key.shiftKey) return
  if (key.key === 'Delete' || key.key === 'Backspace') {
    key.preventDefault()
    return remove()
  }
  const step = key.key === 'ArrowRight' ? 1 : key.key === 'ArrowLeft' ? -1 : 0
  if (step === 0 && key.key !== 'Escape') return
  key.preventDefault()
  key.stopPropagation()
  const chips = chipsOf(key.currentTarget)
  const at = chips.indexOf(key.currentTarget)
  const next = step === 0 ? undefined : chips[Math.max(0, at + step)]
  if (next === undefined) promptElement(owner)?.focus()
  else next.focus()
}

function chipsOf(chip: HTMLElement): readonly HTMLElement[] {
  return [...(chip.closest('ul')?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
}

/** Focuses the last chip of the prompt; returns whether there is one. */
export function focusLastChip(prompt: HTMLElement): boolean {
  const chips = prompt.parentElement?.querySelectorAll<HTMLElement>('[data-chip]') ?? []
  const last = [...chips].at(-1)
  last?.focus()
  return last !== undefined
}

export function KindIcon({ kind }: { kind: AttachmentBlock['kind'] }) {
  if (kind === 'audio') return <FileAudio className={styles.icon} aria-hidden />
  if (kind === 'file') return <FileIcon className={styles.icon} aria-hidden />
  return <FileText className={styles.icon} aria-hidden />
}

/** Returns how a file is changed for a model before it is sent; null: it is not, or it is left out. */
function sendingNote(file: AttachmentBlock, target: FileTarget): string | null {
  const outcome = fileOutcome(file, target)
  if (outcome === 'redrawn') return redrawnNote(file, target)
  return outcome === 'text' && file.kind === 'pdf' ? words.asText({ pages: file.pages ?? 1 }) : null
}

function redrawnNote(file: AttachmentBlock, target: FileTarget): string {
  const { width = 0, height = 0, media_type: type } = file
  const { images, limits } = contentSupport(target)
  const { label } = PROVIDERS[target.provider]
  if (Math.max(width, height) > limits.imageSide) return words.scaledTo({ pixels: limits.imageSide, provider: label })
  return images.includes(type) ? words.scaled({ provider: label }) : words.converted({ provider: label })
}
