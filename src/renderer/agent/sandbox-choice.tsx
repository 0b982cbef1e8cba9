import { useEffect, useId, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { type AgentSandbox, SANDBOX_LEVEL_TEXT, SANDBOX_LEVELS } from '../../shared/sandbox.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import formStyles from '../parts/form.module.css'
import styles from '../parts/question-dialog.module.css'

const words = texts.agentDialogs.sandbox

/** Stands for the level of the profile, of the parent, or of the settings. */
const INHERITED = 'inherited'

/** How far the commands of an agent are confined; a choice takes effect immediately. */
export function SandboxChoice({ agentId }: { agentId: AgentId }) {
  const { folders } = useActions()
  const profile = useAgent(agentId)?.profile
  const id = useId()
  const [sandbox, setSandbox] = useState<AgentSandbox | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => void folders.sandbox(agentId).then(setSandbox), [folders, agentId])
  if (sandbox === null) return null

  async function choose(value: string): Promise<void> {
    const level = SANDBOX_LEVELS.find((each) => each === value) ?? null
    setFailure(await folders.setSandbox(agentId, level))
    setSandbox(await folders.sandbox(agentId))
  }

  const isOwn = sandbox.chosenFor === agentId && sandbox.profile === null
  const otherwise =
    profile?.sandbox == null ? words.inherited : words.fromProfile({ profile: visibleText(profile.name) })
  const inherited = isOwn ? otherwise : `${otherwise}: ${SANDBOX_LEVEL_TEXT[sandbox.level]}`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {words.label}
      </label>
      <select
        id={id}
        className={formStyles.select}
        value={isOwn ? sandbox.level : INHERITED}
        onChange={(change) => void choose(change.target.value)}
      >
        <option value={INHERITED}>{inherited}</option>
        {SANDBOX_LEVELS.map((level) => (
          <option key={level} value={level}>
            {SANDBOX_LEVEL_TEXT[level]}
          </option>
        ))}
      </select>
      <FailureNote failure={failure} />
    </div>
  )
}
