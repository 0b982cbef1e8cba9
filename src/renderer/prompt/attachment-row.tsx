import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { AttachmentBlock } from '../../shared/attachment.ts'
import { fileOutcome, unseenKinds } from '../../shared/file-outcome.ts'

import type { AgentId } from '../../shared/ids.ts'
import type { FileTarget } from '../../shared/model-content.ts'
import type { ModelList } from '../../shared/model-info.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useFileTarget } from '../hooks/use-file-target.ts'
import { useAttachments, useModels, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { usePromptFiles } from '../hooks/use-prompt-files.ts'
import type { PromptOwner } from '../store/prompt-files.ts'
import { formatSize } from '../parts/format-figures.ts'
import { unseenReason } from '../store/unseen-text.ts'
import { texts } from '../text/texts.ts'
import { AttachmentChip, PendingChip } from './attachment-chip.tsx'
import styles from './attachment-row.module.css'

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

interface UnseenNoteProps {
  readonly owner: PromptOwner
  /** The agents that the prompt is sent to. */
  readonly agents: readonly AgentId[]
  readonly files: readonly AttachmentBlock[]
}

/** Warns of files that a model will not see. */
function UnseenNote({ owner, agents: ids, files }: UnseenNoteProps) {
  const { dialogs } = useStores()
  const { attachments } = useActions()
  const agents = useTree((tree) => tree.agents)
  const targetOf = useFileTarget()
  const list = useModels((state) => state.list)
  const choices = files.length === 0 ? [] : ids.flatMap((id) => agents.get(id)?.choice ?? []).map(targetOf)
  const lines = choices.flatMap((choice) => lineFor(list, choice, files) ?? [])
  if (lines.length === 0) return null
  const unseen = files.filter((file) => choices.some((choice) => fileOutcome(file, choice) === 'left_out'))
  const reasons = [...new Set(lines)].join('; ')
  const areImages = unseen.every(({ kind }) => kind === 'image')
  const [only, ...others] = ids
  return (
    <div className={styles.note} role="status">
      <TriangleAlert className={styles.warning} aria-hidden />
      <span className={styles.noteText}>
        {lines.length === 1 ? words.unseenOne({ reason: reasons }) : words.unseenMany({ reasons })}
      </span>
      {only === undefined || others.length > 0 ? null : (
        <Button tone="quiet" onClick={() => dialogs.setState({ modelPickerOf: only })}>
          {words.changeModel}
        </Button>
      )}
      <Button
        tone="quiet"
        onClick={() => {
          for (const { sha256 } of unseen) attachments.remove(owner, sha256)
        }}
      >
        {areImages ? words.removeImages({ images: unseen.length }) : words.removeFiles({ files: unseen.length })}
      </Button>
    </div>
  )
}

/** Null: the model will see all files. */
function lineFor(list: ModelList | null, target: FileTarget, files: readonly AttachmentBlock[]): string | null {
  const unseen = files.filter((file) => fileOutcome(file, target) === 'left_out')
  return unseen.length === 0 ? null : unseenReason(list, target, unseenKinds(unseen, target))
}
