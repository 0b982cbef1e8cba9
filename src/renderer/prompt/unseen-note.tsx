import { TriangleAlert } from 'lucide-react'

import type { AttachmentBlock } from '../../shared/attachment.ts'
import { fileOutcome, unseenReason } from '../../shared/file-outcome.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { FileTarget } from '../../shared/model-content.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useFileTarget } from '../hooks/use-file-target.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import type { PromptOwner } from '../store/prompt-files.ts'
import { texts } from '../text/texts.ts'
import styles from './attachment-row.module.css'

const words = texts.prompt.files

interface UnseenNoteProps {
  readonly owner: PromptOwner
  /** The agents that the prompt is sent to. */
  readonly agents: readonly AgentId[]
  readonly files: readonly AttachmentBlock[]
}

/** Warns of files that a model will not see. */
export function UnseenNote({ owner, agents: ids, files }: UnseenNoteProps) {
  const { dialogs } = useStores()
  const { attachments } = useActions()
  const agents = useTree((tree) => tree.agents)
  const targetOf = useFileTarget()
  const choices = files.length === 0 ? [] : ids.flatMap((id) => agents.get(id)?.choice ?? []).map(targetOf)
  const lines = choices.flatMap((choice) => lineFor(choice, files) ?? [])
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
function lineFor(target: FileTarget, files: readonly AttachmentBlock[]): string | null {
  const unseen = files.filter((file) => fileOutcome(file, target) === 'left_out')
  return unseen.length === 0 ? null : unseenReason(unseen, target)
}
