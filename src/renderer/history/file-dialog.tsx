import { PanelRight, Paperclip } from 'lucide-react'
import { useState } from 'react'
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
import questionDialogStyles from '../parts/question-dialog.module.css'
import { showArtifact, type ShownArtifact } from '../store/artifact-store.ts'
import { texts } from '../text/texts.ts'
import styles from './file-dialog.module.css'
import { Lightbox } from './lightbox.tsx'
import { ExtractedText, PdfFile, SaveStoredFile } from './stored-file.tsx'

const words = texts.message.files

interface FileDialogProps {
  readonly agentId: AgentId
  readonly file: AttachmentBlock
}

/** A file in full size: a picture, the pages of a PDF, or the text that models are sent. */
export function FileDialog({ agentId, file }: FileDialogProps) {
  const { dialogs } = useStores()
  const [shown, setShown] = useState(file)
  const [page, setPage] = useState(1)
  const close = () => dialogs.close()
  return (
    <Dialog title={visibleText(shownFileName(shown))} size="page" initialFocus="layer" onClose={close}>
      {shown.kind === 'image' ? (
        <Lightbox agentId={agentId} file={shown} onShow={setShown}>
          <FileActions agentId={agentId} file={shown} />
        </Lightbox>
      ) : file.kind === 'pdf' ? (
        <div className={styles.pages}>
          <PdfFile file={file} page={page} onPage={setPage}>
            <OpenBeside agentId={agentId} file={file} />
            <FileActions agentId={agentId} file={file} />
          </PdfFile>
        </div>
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
  const { attachments } = useActions()

  async function attach(): Promise<void> {
    await attachments.addStored(agentId, file)
    dialogs.close()
    // The dialog gives the focus back first.
    requestAnimationFrame(() => promptElement(agentId)?.focus())
  }

  return (
    <>
      <SaveStoredFile file={file} />
      <Button tone="quiet" onClick={() => void attach()}>
        <Paperclip aria-hidden /> {words.attach}
      </Button>
    </>
  )
}

/** Shows a file beside the conversation: a PDF, HTML, SVG and Markdown as pages, of others the text. */
function OpenBeside({ agentId, file }: FileDialogProps) {
  const { artifacts, dialogs } = useStores()
  const { content } = useActions()

  async function open(): Promise<void> {
    const fileName = shownFileName(file)
    if (file.kind === 'pdf') return show({ pdf: file, fileName })
    const code = await content.text(file)
    if (code !== null) show({ code, language: fileName.split('.').at(-1) ?? '', fileName })
  }

  function show(shown: ShownArtifact): void {
    dialogs.close()
    // The dialog gives the focus back first.
    requestAnimationFrame(() => showArtifact(artifacts, agentId, shown))
  }

  return (
    <Button tone="quiet" onClick={() => void open()}>
      <PanelRight aria-hidden /> {words.beside}
    </Button>
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
