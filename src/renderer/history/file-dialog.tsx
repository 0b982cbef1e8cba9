import { Download, PanelRight, Paperclip } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AgentEvent } from '../../shared/agent-event.ts'

import type { AttachmentBlock } from '../../shared/attachment.ts'
import { shownFileName } from '../../shared/attachment-words.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { Button } from '../parts/button.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { LongText } from '../parts/long-text.tsx'
import questionDialogStyles from '../parts/question-dialog.module.css'
import { saveFile } from '../parts/save-file.ts'
import { fileFacts } from '../parts/file-facts.ts'
import { showArtifact } from '../store/artifact-store.ts'
import { texts } from '../text/texts.ts'
import styles from './file-dialog.module.css'
import { Lightbox } from './lightbox.tsx'

const words = texts.message.files

interface FileDialogProps {
  readonly agentId: AgentId
  readonly file: AttachmentBlock
}

/** A file in full size: a picture, or the text that models are sent. */
export function FileDialog({ agentId, file }: FileDialogProps) {
  const { dialogs } = useStores()
  const [shown, setShown] = useState(file)
  const close = () => dialogs.close()
  return (
    <Dialog title={visibleText(shownFileName(shown))} size="page" initialFocus="layer" onClose={close}>
      {shown.kind === 'image' ? (
        <Lightbox agentId={agentId} file={shown} onShow={setShown}>
          <FileActions agentId={agentId} file={shown} />
        </Lightbox>
      ) : (
        <>
          <ExtractedText file={shown} />
          <footer className={styles.actions}>
            <OpenBeside agentId={agentId} file={shown} />
            <FileActions agentId={agentId} file={shown} />
          </footer>
        </>
      )}
    </Dialog>
  )
}

function FileActions({ agentId, file }: FileDialogProps) {
  const { dialogs } = useStores()
  const { attachments, content } = useActions()

  async function save(): Promise<void> {
    const blob = await content.blob(file)
    if (blob !== null) saveFile(blob, file.name)
  }

  async function attach(): Promise<void> {
    await attachments.addStored(agentId, file)
    dialogs.close()
    // The dialog gives the focus back first.
    requestAnimationFrame(() => promptElement(agentId)?.focus())
  }

  return (
    <>
      <Button tone="quiet" onClick={() => void save()}>
        <Download aria-hidden /> {words.save}
      </Button>
      <Button tone="quiet" onClick={() => void attach()}>
        <Paperclip aria-hidden /> {words.attach}
      </Button>
    </>
  )
}

/** Shows the text of a file beside the conversation: HTML, SVG and Markdown as a page. */
function OpenBeside({ agentId, file }: FileDialogProps) {
  const { artifacts, dialogs } = useStores()
  const { content } = useActions()

  async function open(): Promise<void> {
    const code = await content.text(file)
    if (code === null) return
    const fileName = shownFileName(file)
    dialogs.close()
    showArtifact(artifacts, agentId, { code, language: fileName.split('.').at(-1) ?? '', fileName })
  }

  return (
    <Button tone="quiet" onClick={() => void open()}>
      <PanelRight aria-hidden /> {words.beside}
    </Button>
  )
}

/** The text of a file as models are sent it. */
function ExtractedText({ file }: { file: AttachmentBlock }) {
  const { content } = useActions()
  const [text, setText] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    void content.text(file).then((found) => (isCurrent ? setText(found) : undefined))
    return () => {
      isCurrent = false
    }
  }, [content, file])
  return (
    <div className={styles.text} data-first-focus tabIndex={-1}>
      <p className={styles.facts}>{fileFacts(file).join(' · ')}</p>
      {text === undefined ? <p>{texts.common.loading}</p> : null}
      {text === null ? <p>{words.noText}</p> : null}
      {typeof text === 'string' ? <LongText text={visibleText(text)} /> : null}
    </div>
  )
}

const messageWords = texts.message

const INDENT = 2

/** Shows one row of the log as JSON. */
export function EventDialog({ event }: { event: AgentEvent }) {
  const { dialogs } = useStores()
  return (
    <Dialog title={messageWords.event({ event: event.id })} size="wide" initialFocus="layer" onClose={dialogs.close}>
      <div className={questionDialogStyles.json}>
        <CodeBlock language="json" code={JSON.stringify(event, null, INDENT)} />
      </div>
    </Dialog>
  )
}
