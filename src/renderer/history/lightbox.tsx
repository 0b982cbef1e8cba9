import { ChevronLeft, ChevronRight, Copy } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

import type { AttachmentBlock } from '../../shared/attachment.ts'
import { storedFilesOf } from '../../shared/event-files.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { usePromptFiles } from '../hooks/use-prompt-files.ts'
import { useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { fileFacts } from '../parts/file-facts.ts'
import { texts } from '../text/texts.ts'
import styles from './file-dialog.module.css'

const words = texts.message.pictures

interface LightboxProps {
  readonly agentId: AgentId
  readonly file: AttachmentBlock
  onShow(file: AttachmentBlock): void
  /** More buttons. */
  readonly children: ReactNode
}

/** A picture, and the way to the agent's other pictures. The left and right arrow keys go through them. */
export function Lightbox({ agentId, file, onShow, children }: LightboxProps) {
  const events = useViews(({ views }) => views.get(agentId)?.events)
  const drafts = usePromptFiles(agentId)
  const [isFull, setIsFull] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  const url = usePictureUrl(file)
  const all = differentPictures([...(events ?? []).flatMap(storedFilesOf), ...drafts], file)
  const at = all.findIndex(({ sha256 }) => sha256 === file.sha256)

  function step(by: 1 | -1): void {
    const next = all[at + by]
    if (next !== undefined) onShow(next)
  }

  function onKeyDown(key: KeyboardEvent): void {
    const by = key.key === 'ArrowRight' ? 1 : key.key === 'ArrowLeft' ? -1 : null
    // In full size the arrow keys scroll, and in a field they move the cursor.
    if (by === null || isFull || key.target instanceof HTMLInputElement) return
    key.preventDefault()
    step(by)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents
    <div
      role="group"
      aria-label={words.position({ index: at + 1, pictures: all.length })}
      className={styles.lightbox}
      data-first-focus
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.stage} data-full={isFull} role="region" aria-label={words.label}>
        {typeof url === 'string' ? (
          <img ref={picture} className={styles.picture} src={url} alt={file.name} draggable={false} />
        ) : null}
        {url === undefined ? <p>{texts.common.loading}</p> : null}
        {url === null ? <p>{words.missing}</p> : null}
      </div>
      <Description agentId={agentId} file={file} isDraft={drafts.some(({ sha256 }) => sha256 === file.sha256)} />
      <footer className={styles.actions}>
        <IconButton label={words.previous} shortcut="←" disabled={at <= 0} onClick={() => step(-1)}>
          <ChevronLeft />
        </IconButton>
        <IconButton label={words.next} shortcut="→" disabled={at === all.length - 1} onClick={() => step(1)}>
          <ChevronRight />
        </IconButton>
        <span className={styles.facts}>
          {[...fileFacts(file), ...(file.width === undefined ? [] : [`${file.width} × ${file.height ?? 0}`])].join(
            ' · ',
          )}
        </span>
        <Button tone="quiet" aria-pressed={isFull} onClick={() => setIsFull(!isFull)}>
          {isFull ? words.fit : words.full}
        </Button>
        <Button tone="quiet" onClick={() => void copyPicture(picture.current)}>
          <Copy aria-hidden /> {words.copy}
        </Button>
        {children}
      </footer>
    </div>
  )
}

/** The name of a picture that was not sent yet, which is its description for those who do not see it. */
function Description({ agentId, file, isDraft }: { agentId: AgentId; file: AttachmentBlock; isDraft: boolean }) {
  const { attachments } = useActions()
  const [name, setName] = useState(file.name)
  if (!isDraft) return null
  return (
    <label className={styles.description}>
      <span>{words.description}</span>
      <input
        value={name}
        maxLength={200}
        onChange={(change) => setName(change.target.value)}
        onBlur={() => (name.trim() === '' ? setName(file.name) : attachments.rename(agentId, file.sha256, name.trim()))}
      />
    </label>
  )
}

function usePictureUrl(file: AttachmentBlock): string | null | undefined {
  const { content } = useActions()
  const [loaded, setLoaded] = useState<{ readonly sha256: string; readonly url: string | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const { sha256 } = file
    void content.picture(file).then((url) => (isCurrent ? setLoaded({ sha256, url }) : undefined))
    return () => {
      isCurrent = false
    }
  }, [content, file])
  return loaded?.sha256 === file.sha256 ? loaded.url : undefined
}

/** Copies the picture as PNG, which is what the clipboard takes. */
async function copyPicture(picture: HTMLImageElement | null): Promise<void> {
  if (picture === null) return
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const blob = canvas.convertToBlob({ type: 'image/png' })
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]).catch(() => undefined)
}

/** Returns the different pictures among files, in order. `shown` is one of them in any case. */
function differentPictures(files: readonly AttachmentBlock[], shown: AttachmentBlock): readonly AttachmentBlock[] {
  const pictures = new Map<string, AttachmentBlock>()
  for (const file of [...files, shown]) {
    if (file.kind === 'image' && !pictures.has(file.sha256)) pictures.set(file.sha256, file)
  }
  return [...pictures.values()]
}
