import { X } from 'lucide-react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useNotices } from '../hooks/use-stores.ts'
import { AnswerText } from '../parts/answer-text.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { texts } from '../text/texts.ts'
import styles from '../parts/prompt-box.module.css'

const words = texts.prompt

/** A message above the prompt box: why an input was refused. */
export function PromptNotice({ agentId }: { agentId: AgentId }) {
  const { notices } = useStores()
  const notice = useNotices(({ byAgent }) => byAgent.get(agentId))
  if (notice === undefined) return null
  return (
    <div className={styles.notice} role="status">
      <div className={styles.noticeText}>
        <AnswerText text={notice} />
      </div>
      <IconButton label={words.dismiss} size="small" onClick={() => notices.dismiss(agentId)}>
        <X />
      </IconButton>
    </div>
  )
}
