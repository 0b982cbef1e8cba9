import { useEffect } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAttachments } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { usePromptFiles } from '../hooks/use-prompt-files.ts'
import type { PromptOwner } from '../store/prompt-files.ts'
import { formatSize } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import { AttachmentChip, PendingChip } from './attachment-chip.tsx'
import styles from './attachment-row.module.css'
import { UnseenNote } from './unseen-note.tsx'

const words = texts.prompt.files

interface AttachmentRowProps {
  readonly owner: PromptOwner
  /** The agents that the prompt is sent to. */
  readonly agents: readonly AgentId[]
}

/** The files of a prompt that was not sent yet, and what the model will not see of them. */
export function AttachmentRow({ owner, agents }: AttachmentRowProps) {
  const { attachments } = useActions()
  const files = usePromptFiles(owner)
  const pending = useAttachments((state) => state.pending.get(owner))
  const count = files.length + (pending?.length ?? 0)
  useEffect(() => {
    const check = () => void attachments.checkChanged(owner)
    window.addEventListener('focus', check)
    return () => window.removeEventListener('focus', check)
  }, [attachments, owner])
  return (
    <>
      <LargeFileQuestion agentId={owner} />
      {count === 0 ? null : (
        <ul className={styles.row} aria-label={words.label}>
          {files.map((file, index) => (
            <AttachmentChip key={file.sha256} owner={owner} file={file} isFirst={index === 0} />
          ))}
          {pending?.map((file) => (
            <PendingChip key={file.id} owner={owner} file={file} />
          ))}
        </ul>
      )}
      <UnseenNote owner={owner} agents={agents} files={files} />
    </>
  )
}

/** Asks whether a large file of the working folder shall be attached. */
function LargeFileQuestion({ agentId }: { agentId: AgentId }) {
  const { attachments } = useActions()
  const asked = useAttachments((state) => state.asked.get(agentId))
  if (asked === undefined) return null
  return (
    <div className={styles.note} role="group" aria-label={words.large}>
      <span className={styles.noteText}>{words.isLarge({ file: asked.path, size: formatSize(asked.bytes) })}</span>
      <Button tone="quiet" onClick={() => void attachments.answerAsked(agentId, true)}>
        {words.attachLarge({ size: formatSize(asked.bytes) })}
      </Button>
      <Button tone="quiet" onClick={() => void attachments.answerAsked(agentId, false)}>
        {words.onlyPath}
      </Button>
    </div>
  )
}
