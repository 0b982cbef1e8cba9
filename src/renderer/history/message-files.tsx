import type { AgentEventOf } from '../../shared/agent-event.ts'
import type { AttachmentBlock } from '../../shared/attachment.ts'
import { shownFileName } from '../../shared/attachment-words.ts'
import { storedFilesOf } from '../../shared/event-files.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useStores } from '../hooks/app-context.ts'
import { Picture } from '../hooks/picture.tsx'
import { KindIcon } from '../prompt/attachment-chip.tsx'
import { fileFacts } from '../parts/file-facts.ts'
import { texts } from '../text/texts.ts'
import styles from './message-files.module.css'
import { usePaneStream } from './pane-stream-context.ts'

/** Height of a picture in a message at most, CSS pixels. */
const PICTURE_HEIGHT = 320

/** The files of a message, a tool's result or an answer. Each opens in full size. */
export function MessageFiles({ event }: { event: AgentEventOf<'user' | 'tool_result' | 'assistant'> }) {
  const { dialogs } = useStores()
  const { agentId } = usePaneStream()
  const files = storedFilesOf(event)
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={texts.message.files.label}>
      {files.map((file, index) => (
        <li key={`${file.sha256} ${index}`} className={styles.file}>
          <FileButton
            file={file}
            text={event.content ?? ''}
            onOpen={() => dialogs.setState({ dialog: { type: 'file', agentId, file } })}
          />
        </li>
      ))}
    </ul>
  )
}

function FileButton({ file, text, onOpen }: { file: AttachmentBlock; text: string; onOpen: () => void }) {
  const name = visibleText(shownFileName(file, text))
  const facts = fileFacts(file)
  const label = [name, ...facts].join(', ')
  if (file.kind === 'image') {
    return (
      <button type="button" className={styles.pictureButton} aria-label={label} title={name} onClick={onOpen}>
        <Picture file={file} className={styles.picture} maxHeight={PICTURE_HEIGHT} />
      </button>
    )
  }
  return (
    <button type="button" className={styles.fileButton} onClick={onOpen}>
      <KindIcon kind={file.kind} />
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className={styles.facts}>{facts.join(' · ')}</span>
    </button>
  )
}
